-- Operators look for people by the beginning of a name, an address or a number; the order of bytes serves that in any collation.
create index account_identifiers_prefix on account_identifiers (lookup_key text_pattern_ops);
