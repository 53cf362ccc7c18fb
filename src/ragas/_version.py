"""The version of this package."""

version = "0.5.0"
