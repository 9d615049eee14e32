"""The pages: templates and what each needs, the composer, drawings, styles and scripts. No request is handled here."""
