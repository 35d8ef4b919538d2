-- What a session is open in, as its owner would call it: 'Chrome', 'Windows'. Null: an app, or a browser that does not say.
alter table sessions add column browser text, add column system text;
