"""Chapter 9 as pure functions: one module a section, no steps, no prompts, no secrets."""
