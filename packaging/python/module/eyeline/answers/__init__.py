"""The dataclasses of reports and results. Each module has those of one section; `Record` says how they follow the JSON."""
