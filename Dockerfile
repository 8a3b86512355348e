# docker build -t remx . && docker run --rm -it -v "$PWD:/work" remx python train.py
FROM python:3.11-slim
WORKDIR /remx
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY src src
RUN pip install --no-cache-dir -c constraints.txt '.[viz,onnx,safetensors]'
RUN useradd --create-home user
USER user
WORKDIR /work
CMD ["python"]
