"""Word vectors: a vocabulary with a vector for each token, read from files or put together from others."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ... import ndarray as nd
from ... import registry
from ...base import data_dir
from ...core.downloads import Source, fetch, has_sha1
from ...core.files.archives import extract_files
from ...core.files.paths import is_file
from ...core.shared_methods import Shared
from ...gluon.download import _get_repo_file_url, advice, download_or_keep
from ...gluon.functions import array_of, in_semantics
from .vector_file import read_vectors
from .vocab import Vocabulary

# -- the published files of word vectors and their SHA-1 sums, from pretrained.toml, and where fastText's are ----------

_SUMS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("pretrained.toml").read_text(encoding="utf-8"))
GLOVE_FILES: dict[str, str] = _SUMS["glove"]
GLOVE_ARCHIVES: dict[str, str] = _SUMS["glove_archives"]
FASTTEXT_FILES: dict[str, str] = {f"{name}.vec": sums[0] for name, sums in _SUMS["fasttext"].items()}
FASTTEXT_ARCHIVES: dict[str, str] = {f"{name}.zip": sums[1] for name, sums in _SUMS["fasttext"].items()}
_FACEBOOK = "https://dl.fbaipublicfiles.com/"
#: where fastText's authors have the files, by how their names begin: folders of the files, or an archive
FASTTEXT_HOMES = (
    ("crawl-300d-2M", f"{_FACEBOOK}fasttext/vectors-english/crawl-300d-2M.vec.zip"),
    ("wiki.multi.", f"{_FACEBOOK}arrival/vectors/"),
    ("", f"{_FACEBOOK}fasttext/vectors-wiki/"),
)


_ROOT = os.path.join(data_dir(), "embeddings")


class _TokenEmbedding(Vocabulary):
    """A vocabulary whose tokens have vectors; subclasses load them.

    A subclass that is registered (:func:`register`) can be made by name, and may list its files with their SHA-1 sums
    in ``pretrained_file_name_sha1``. Its keywords are those of :class:`~mxnet.contrib.text.vocab.Vocabulary`.
    """

    pretrained_file_name_sha1: ClassVar[dict[str, str]]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._vec_len = 0
        self._idx_to_vec: Any = None

    @property
    def vec_len(self) -> int:
        """How many numbers a vector has."""
        return self._vec_len

    @property
    def idx_to_vec(self) -> Any:
        """The vectors by the tokens' numbers, an array ``(tokens, vec_len)``: of ``mx.np`` if made under ``set_np``."""
        return self._idx_to_vec

    # -- files ------------------------------------------------------------------------------------------------------

    @classmethod
    def _check_pretrained_file_names(cls, pretrained_file_name: str) -> None:
        """Raise KeyError for a file that is none of the published ones."""
        if pretrained_file_name not in cls.pretrained_file_name_sha1:
            name, known = cls.__name__.lower(), ", ".join(cls.pretrained_file_name_sha1)
            raise KeyError(
                f"Cannot find pretrained file {pretrained_file_name} for token embedding {name}. "
                f"Valid pretrained files for embedding {name}: {known}"
            )

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        """Return under which name a file is published: its own, or that of the archive which it is in."""
        return pretrained_file_name

    @classmethod
    def _get_pretrained_file_url(cls, pretrained_file_name: str) -> str:
        """Return the address of a published file, or of the archive which it is in."""
        file_name = cls._get_download_file_name(pretrained_file_name)
        return _get_repo_file_url(f"gluon/embeddings/{cls.__name__.lower()}", file_name)

    @classmethod
    def _sources(cls, folder: str, pretrained_file_name: str) -> list[Source]:
        """Return the ways to get a published file into a folder."""
        path, sha1 = os.path.join(folder, pretrained_file_name), cls._sha1(pretrained_file_name)
        url = cls._get_pretrained_file_url(pretrained_file_name)
        file_name = cls._get_download_file_name(pretrained_file_name)
        if file_name == pretrained_file_name:
            return [Source(url, path, sha1)]

        def unpack(archive: str) -> None:
            extract_files(archive, {pretrained_file_name: (path, sha1)})

        return [Source(url, os.path.join(folder, file_name), unpack=unpack)]

    @classmethod
    def _sha1(cls, pretrained_file_name: str) -> str | None:
        return getattr(cls, "pretrained_file_name_sha1", {}).get(pretrained_file_name)

    @classmethod
    def _get_pretrained_file(cls, embedding_root: str, pretrained_file_name: str) -> str:
        """Return the path of a published file below ``embedding_root``.

        It is taken out of its archive there, or downloaded, where it is not there or has another checksum. Raises
        :class:`~mxnet.core.downloads.DownloadError`.
        """
        folder = os.path.join(os.path.expanduser(embedding_root), cls.__name__.lower())
        path, sha1 = os.path.join(folder, pretrained_file_name), cls._sha1(pretrained_file_name)
        if has_sha1(path, sha1):
            return path
        sources = cls._sources(folder, pretrained_file_name)
        name = os.path.splitext(pretrained_file_name)[0] if cls.__module__ == __name__ else None
        text = advice(name, folder, [(pretrained_file_name, sha1)])
        download_or_keep(lambda: fetch(sources, lambda: has_sha1(path, sha1), advice=text), [path])
        return path

    def _load_embedding(
        self, pretrained_file_path: str, elem_delim: str, init_unknown_vec: Callable[..., Any], encoding: str = "utf8"
    ) -> None:
        """Take the tokens and vectors of a file; tokens without a vector get that of the unknown token."""
        path = os.path.expanduser(pretrained_file_path)
        if not is_file(path):
            raise ValueError(f"pretrained_file_path: there is no file {path}")
        tokens, vectors = read_vectors(path, elem_delim, encoding)
        self._vec_len = vectors.shape[1]
        self._add_tokens([token for token in tokens if token not in self._token_to_idx])
        rows = {token: i for i, token in enumerate(tokens)}
        table = np.empty((len(self), self._vec_len), np.float32)
        known = rows.get(self.unknown_token)
        table[:] = init_unknown_vec(shape=self._vec_len).asnumpy() if known is None else vectors[known]
        for i, token in enumerate(self._idx_to_token):
            if token in rows:
                table[i] = vectors[rows[token]]
        self._idx_to_vec = array_of(table)

    # -- vocabularies -----------------------------------------------------------------------------------------------

    def _index_tokens_from_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Take over the tokens and numbers of a vocabulary."""
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token, self._reserved_tokens = vocabulary.unknown_token, vocabulary.reserved_tokens

    def _set_idx_to_vec_by_embeddings(
        self, token_embeddings: Sequence[_TokenEmbedding], vocab_len: int, vocab_idx_to_token: Sequence[Any]
    ) -> None:
        """Give each token the vectors that embeddings have for it, one behind the other."""
        columns = []
        for embedding in token_embeddings:
            rows = [0, *embedding.to_indices(list(vocab_idx_to_token[1:vocab_len]))]
            columns.append(embedding.idx_to_vec.asnumpy()[rows])
        self._vec_len = sum(embedding.vec_len for embedding in token_embeddings)
        self._idx_to_vec = array_of(np.concatenate(columns, axis=1))

    def _build_embedding_for_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Keep the tokens of a vocabulary, if there is one, and no others."""
        if vocabulary is None:
            return
        assert isinstance(vocabulary, Vocabulary), "vocabulary: expected a mxnet.contrib.text.vocab.Vocabulary"
        tokens = vocabulary.idx_to_token
        self._set_idx_to_vec_by_embeddings([self], len(tokens), tokens)
        self._index_tokens_from_vocabulary(vocabulary)

    # -- vectors ----------------------------------------------------------------------------------------------------

    def get_vecs_by_tokens(self, tokens: Any, lower_case_backup: bool = False) -> Any:
        """Return the vector of a token, ``(vec_len,)``, or those of a list, ``(tokens, vec_len)``.

        ``lower_case_backup`` looks for a token that is not known in small letters. What is not known either way gets
        the vector of the unknown token.
        """
        listed = tokens if isinstance(tokens, list) else [tokens]
        result = self._token_to_idx
        if lower_case_backup:
            listed = [token if token in result else token.lower() for token in listed]
        rows = nd.array([result.get(token, 0) for token in listed])
        vectors = nd.Embedding(rows, self.idx_to_vec.as_nd_ndarray(), *self.idx_to_vec.shape)
        return in_semantics(vectors if isinstance(tokens, list) else vectors[0])

    def update_token_vectors(self, tokens: Any, new_vectors: Any) -> None:
        """Change the vectors of a token or a list of tokens, to an array ``(vec_len,)`` or ``(tokens, vec_len)``.

        Raises ValueError for a token that is not known, AssertionError for an array that does not fit.
        """
        assert self.idx_to_vec is not None, "idx_to_vec: there are no vectors yet"
        listed = tokens if isinstance(tokens, list) else [tokens]
        assert isinstance(new_vectors, (nd.NDArray, nd.np.ndarray)), (
            f"new_vectors: expected an NDArray, got {type(new_vectors).__name__}"
        )
        assert len(new_vectors.shape) in (1, 2), f"new_vectors: expected 1 or 2 axes, got {new_vectors.shape}"
        assert len(listed) == 1 or len(new_vectors.shape) == 2, "new_vectors: expected 2 axes for several tokens"
        rows = new_vectors.as_nd_ndarray()
        rows = rows.reshape((1, -1)) if len(rows.shape) == 1 else rows
        expected = len(listed), self.vec_len
        assert rows.shape == expected, f"new_vectors: expected shape {expected}, got {new_vectors.shape}"
        for token in listed:
            if token not in self._token_to_idx:
                raise ValueError(
                    f"Token {token} is unknown; the vector of all that is unknown is that of {self.unknown_token!r}"
                )
        self._idx_to_vec.as_nd_ndarray()[nd.array(self.to_indices(listed), dtype="int64")] = rows


def register(embedding_cls: type) -> type:
    """Register a subclass of ``_TokenEmbedding``, under its name in small letters; it decorates the class."""
    return registry.get_register_func(_TokenEmbedding, "token embedding")(embedding_cls)


def create(embedding_name: str, **kwargs: Any) -> Any:
    """Make a registered embedding: ``create('glove', pretrained_file_name='glove.6B.50d.txt')``.

    A published file is downloaded unless it is in the folder. Raises AssertionError for a name that is not registered,
    KeyError for a file that is not published, and :class:`~mxnet.core.downloads.DownloadError`.
    """
    return registry.get_create_func(_TokenEmbedding, "token embedding")(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name: str | None = None) -> Any:
    """Return the names of the published files of an embedding, or of all by embedding; KeyError for an unknown one."""
    table = registry.get_registry(_TokenEmbedding)
    if embedding_name is None:
        return {name: list(getattr(cls, "pretrained_file_name_sha1", ())) for name, cls in table.items()}
    if embedding_name not in table:
        raise KeyError(f"Cannot find `embedding_name` {embedding_name}: it is one of {', '.join(table)}")
    result: dict[str, str] = table[embedding_name].pretrained_file_name_sha1  # type: ignore[attr-defined]
    return list(result)


class _Published(_TokenEmbedding, metaclass=Shared):
    """The base class of GloVe and fastText."""

    def _load(self, name: str, root: str, init: Callable[..., Any], vocabulary: Vocabulary | None) -> None:
        self._check_pretrained_file_names(name)
        self._load_embedding(self._get_pretrained_file(root, name), " ", init)
        self._build_embedding_for_vocabulary(vocabulary)


@register
class GloVe(_Published):
    """The word vectors of Pennington, Socher and Manning, "GloVe" (2014).

    The file is read from ``<embedding_root>/glove``, where it is taken out of its archive (``glove.6B.zip``), which is
    downloaded where it is not there; ``vocabulary`` limits the tokens, ``init_unknown_vec`` makes the vector of unknown
    ones.
    """

    pretrained_archive_name_sha1 = GLOVE_ARCHIVES
    pretrained_file_name_sha1 = GLOVE_FILES

    def __init__(
        self,
        pretrained_file_name: str = "glove.840B.300d.txt",
        embedding_root: str = _ROOT,
        init_unknown_vec: Callable[..., Any] = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        return next(name for name in GLOVE_ARCHIVES if pretrained_file_name.startswith(name.removesuffix("zip")))


@register
class FastText(_Published):
    """The word vectors of Bojanowski, Grave, Joulin and Mikolov, "Enriching Word Vectors with Subword Information".

    The file is read from ``<embedding_root>/fasttext``, where it is taken out of its archive (``wiki.simple.zip``),
    which is downloaded where it is not there; ``vocabulary`` limits the tokens, ``init_unknown_vec`` makes the vector
    of unknown ones.
    """

    pretrained_archive_name_sha1 = FASTTEXT_ARCHIVES
    pretrained_file_name_sha1 = FASTTEXT_FILES

    def __init__(
        self,
        pretrained_file_name: str = "wiki.simple.vec",
        embedding_root: str = _ROOT,
        init_unknown_vec: Callable[..., Any] = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        return f"{pretrained_file_name.removesuffix('.vec')}.zip"

    @classmethod
    def _sources(cls, folder: str, pretrained_file_name: str) -> list[Source]:
        (published,) = super()._sources(folder, pretrained_file_name)
        home = next(base for start, base in FASTTEXT_HOMES if pretrained_file_name.startswith(start))
        if home.endswith(".zip"):
            return [published, published._replace(url=home)]
        path, sha1 = os.path.join(folder, pretrained_file_name), cls._sha1(pretrained_file_name)
        return [published, Source(f"{home}{pretrained_file_name}", path, sha1)]


class CustomEmbedding(_TokenEmbedding):
    """Word vectors of a file of one's own: a token and its numbers a line, with ``elem_delim`` between them.

    ``vocabulary`` limits the tokens, ``init_unknown_vec`` makes the vector of unknown ones unless the file has it.
    Raises ValueError when there is no such file, AssertionError for lines that do not fit.
    """

    def __init__(
        self,
        pretrained_file_path: str,
        elem_delim: str = " ",
        encoding: str = "utf8",
        init_unknown_vec: Callable[..., Any] = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """The vectors of one or several embeddings, one behind the other, for the tokens of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, token_embeddings: Any) -> None:
        assert isinstance(vocabulary, Vocabulary), "vocabulary: expected a mxnet.contrib.text.vocab.Vocabulary"
        listed = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for item in listed:
            assert isinstance(item, _TokenEmbedding), f"token_embeddings: a {type(item).__name__} is no embedding"
        super().__init__()
        self._index_tokens_from_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings(listed, len(self), self.idx_to_token)
