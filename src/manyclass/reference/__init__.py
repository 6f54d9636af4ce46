"""The runs kept in ``reference/``: how they are written, judged anew and compared, and what README says of them."""
