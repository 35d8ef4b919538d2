-- Database role of the application. It may read and write rows, but never change tables or rewrite ledgers.
do $$ begin
  if not exists (select from pg_roles where rolname = 'wayfare_app') then create role wayfare_app nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster created the role first
end $$;
do $$ begin execute format('grant wayfare_app to %I', current_user); end $$;
grant usage on schema public to wayfare_app;
