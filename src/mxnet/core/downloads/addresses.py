"""Where published files are: MXNet's own addresses, and those that have the same content.

``MXNET_GLUON_REPO`` names another repository of models and data sets, as in 1.9.1. ``MXNET_DATA_MIRROR`` is asked
first: it has files of the repository under their path there (``gluon/dataset/mnist/...``), and others under host and
path of their address (``data.mxnet.io/mxnet/data/mnist.zip``). Both are addresses or folders. With ``MXNET_OFFLINE=1``
only folders are looked at.
"""

import os
import platform
import re
import urllib.parse

from .. import environment

#: the repository of models, data sets and word vectors
REPOSITORY = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"
#: other addresses of the same storage, and its copy in China, which MXNet's documentation named
_SAME_STORAGE = ("https://apache-mxnet.s3.amazonaws.com/", "https://apache-mxnet.s3.cn-north-1.amazonaws.com.cn/")
_MNIST = ("https://ossci-datasets.s3.amazonaws.com/mnist/", "https://storage.googleapis.com/cvdf-datasets/mnist/")
#: by folder of the repository, or address of a folder: where else its files are, checked by their content
_MIRRORS: dict[str, tuple[str, ...]] = {
    "gluon/dataset/mnist/": _MNIST,
    "gluon/dataset/fashion-mnist/": ("http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",),
    "gluon/dataset/cifar10/": ("https://www.cs.toronto.edu/~kriz/",),
    "gluon/dataset/cifar100/": ("https://www.cs.toronto.edu/~kriz/",),
    "gluon/dataset/wikitext-2/": ("https://wikitext.smerity.com/",),
    "gluon/dataset/wikitext-103/": ("https://wikitext.smerity.com/",),
    "gluon/embeddings/glove/": ("https://nlp.stanford.edu/data/",),
    "http://data.mxnet.io/data/mnist/": _MNIST,
}


def data_dir_default() -> str:
    """Return the folder for downloads when ``MXNET_HOME`` is not set: ``~/.mxnet`` (``%APPDATA%\\mxnet``)."""
    if platform.system() == "Windows":
        return os.path.join(os.environ.get("APPDATA", ""), "mxnet")
    return os.path.join(os.path.expanduser("~"), ".mxnet")


def data_dir() -> str:
    """Return the folder for downloaded models and data: ``MXNET_HOME``, or the default one."""
    return os.getenv("MXNET_HOME", data_dir_default())


def mirror_dir() -> str:
    """Return the folder where ``remx fetch`` puts files that belong into a program's working directory."""
    return os.path.join(data_dir(), "mirror")


def repository() -> str:
    """Return the address of the repository, which ends with a slash."""
    address = os.environ.get("MXNET_GLUON_REPO") or REPOSITORY
    return address if address.endswith("/") else f"{address}/"


def offline() -> bool:
    """Tell whether ``MXNET_OFFLINE`` forbids to use the network."""
    return environment.flag("MXNET_OFFLINE", False)


def path_of(url: str) -> str:
    """Return the path of a file in a mirror: that below the repository, or host and path of its address."""
    for base in (repository(), REPOSITORY, *_SAME_STORAGE):
        if url.startswith(base):
            return url[len(base) :]
    try:
        parts = urllib.parse.urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.hostname}/{urllib.parse.unquote(parts.path).lstrip('/')}"


def addresses_of(url: str, checked: bool) -> list[str]:
    """Return where a file can be, in the order to ask; mirrors by other people only for content that is ``checked``."""
    if local_path(url) is not None:
        return [url]
    path = path_of(url)
    folder, _, name = url.rpartition("/")
    plain = "?" not in url and path and ".." not in path.split("/")
    mirror = os.environ.get("MXNET_DATA_MIRROR")
    addresses = [_joined(mirror, path)] if mirror and plain else []
    fetched = _joined(mirror_dir(), path)
    if plain and os.path.isfile(fetched):
        addresses.append(fetched)
    addresses.append(url)
    if url.startswith(REPOSITORY) or (checked and url.startswith(repository())):
        addresses += [base + path for base in (REPOSITORY, *_SAME_STORAGE)]
    if checked:
        addresses += [base + name for base in (*_MIRRORS.get(f"{folder}/", ()), *_MIRRORS.get(path[: -len(name)], ()))]
    return list(dict.fromkeys(addresses))


def shown(url: str) -> str:
    """Return an address as messages show it: without a password, and without what terminals act on."""
    return "".join(c if c.isprintable() else "?" for c in re.sub(r"//[^/@]*@", "//***@", url, count=1))


def _joined(base: str, path: str) -> str:
    return f"{base.rstrip('/')}/{path}"


def local_path(address: str) -> str | None:
    """Return the path of an address that is a file's (``file:`` without a host, or none at all), else None."""
    if address.startswith("file:"):
        import urllib.request

        parts = urllib.parse.urlsplit(address)
        return urllib.request.url2pathname(parts.path) if parts.netloc in ("", "localhost") else None
    return None if "://" in address else os.path.expanduser(address)
