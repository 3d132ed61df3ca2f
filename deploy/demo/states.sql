select admin.add_loaded_cards();
select admin.freeze_card('a11ce000-0000-4000-8000-000000000004');
select admin.block_card('a11ce000-0000-4000-8000-000000000005');
select admin.report_lost('a11ce000-0000-4000-8000-000000000006');
select admin.report_stolen('a11ce000-0000-4000-8000-000000000007');
select admin.close_card('a11ce000-0000-4000-8000-000000000009');
select admin.disable_card('a11ce000-0000-4000-8000-00000000000c');
select admin.disable_program('visa-closed-pilot');
