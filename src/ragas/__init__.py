"""Evaluate RAG and LLM applications."""
