-- Attempts that still know where their buyer was sent. By itself, so that no other table waits while this one is read.
create index payment_attempts_pay_step on payment_attempts (expires_at) where pay_step is not null;
