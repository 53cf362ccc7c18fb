"""A result as one HTML file that needs nothing but a browser."""

from ragas.report.page.write import write_report

__all__ = ["write_report"]
