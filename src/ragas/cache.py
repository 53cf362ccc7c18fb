"""Caches; the definitions are in `ragas.engine.cache`."""

from ragas.engine.cache import CacheInterface, DiskCacheBackend, SQLiteCache, cacher

__all__ = ["CacheInterface", "DiskCacheBackend", "SQLiteCache", "cacher"]
