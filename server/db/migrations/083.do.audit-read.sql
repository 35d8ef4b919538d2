-- Operators read the log by who acted, by what was done and by what it was about, each the newest first.
create index audit_log_newest on audit_log (at desc, id desc);
drop index audit_log_at;
create index audit_log_operator on audit_log (lower(operator), at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
-- `order A1B2-C3D4` is found by its beginning and by the beginning of what follows the first word, in either case.
create index audit_log_subject_start on audit_log (lower(subject) text_pattern_ops);
create index audit_log_about_start on audit_log (lower(substr(subject, strpos(subject, ' ') + 1)) text_pattern_ops);
