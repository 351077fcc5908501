"""Railbird: poker hands as Parquet, and what the rake does to them."""

__version__ = "0.1.0"
