-- Operators find a person by the last digits of a phone number, as people say them.
create index account_identifiers_end on account_identifiers (reverse(lookup_key) text_pattern_ops) where kind = 'phone';
