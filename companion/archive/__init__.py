"""An archive of games: journals as Parquet, and questions over thousands (docs/archive.md)."""
