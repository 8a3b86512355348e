// A CUDA device that is not there: enough for a PyTorch without CUDA to make tensors that say ``is_cuda``, to
// differentiate and to autocast them. Their operators run in a TorchDispatchMode (counting.py). Load it before PyTorch.
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
namespace {
using c10::DeviceType;
const c10::Device ZERO(DeviceType::CUDA, 0);
struct FakeCuda final : c10::impl::NoOpDeviceGuardImpl<DeviceType::CUDA> {
  c10::Device exchangeDevice(c10::Device) const override { return ZERO; }
  c10::Device getDevice() const override { return ZERO; }
  c10::Stream getStream(c10::Device) const noexcept override { return c10::Stream(c10::Stream::DEFAULT, ZERO); }
  c10::Stream getDefaultStream(c10::Device) const override { return c10::Stream(c10::Stream::DEFAULT, ZERO); }
  c10::Stream exchangeStream(c10::Stream) const noexcept override { return c10::Stream(c10::Stream::DEFAULT, ZERO); }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
};
FakeCuda instance;
c10::impl::DeviceGuardImplRegistrar registrar(DeviceType::CUDA, &instance);
struct FakeHooks : at::CUDAHooksInterface {
  FakeHooks(at::CUDAHooksArgs) {}
  void init() const override {}
  bool hasCUDA() const override { return true; }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasCuDNN() const override { return true; }
  bool compiledWithCuDNN() const override { return true; }
  bool supportsDilatedConvolutionWithCuDNN() const override { return true; }
  bool supportsDepthwiseConvolutionWithCuDNN() const override { return true; }
  bool supportsBFloat16ConvolutionWithCuDNNv8() const override { return true; }
  bool supportsBFloat16RNNWithCuDNN() const override { return true; }
  long versionCuDNN() const override { return 91000; }
  long versionRuntimeCuDNN() const override { return 91000; }
  double batchnormMinEpsilonCuDNN() const override { return 1e-5; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex current_device() const override { return 0; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  void setCurrentDevice(c10::DeviceIndex) const override {}
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex) const override { return 0; }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
  int getNumGPUs() const override { return 1; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  void deviceSynchronize(c10::DeviceIndex) const override {}
};
} // namespace
namespace at {
C10_REGISTER_TYPED_CLASS(CUDAHooksRegistry, "CUDAHooks", FakeHooks)
}
