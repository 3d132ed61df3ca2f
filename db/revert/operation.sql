begin;
drop function admin.drop_attempts_before(date, integer);
drop function admin.set_allowance(text, integer, interval);
drop function admin.resume_provisioning();
drop function admin.pause_provisioning(text);
commit;
