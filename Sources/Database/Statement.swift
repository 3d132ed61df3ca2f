/// One SQL text that this room sends, and the name it is prepared under.
struct Statement: Sendable {
    let name: String
    let text: String

    /// The columns are named, so that a later schema may add some.
    static let authorise = Statement(
        name: "authorise",
        text: """
            select refusal, retry_after, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, \
            network, activation_provider, activation_key, product_type \
            from server.authorise_provisioning($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """)
    static let fail = Statement(name: "fail", text: "select server.fail_attempt($1, $2, $3)")
    static let record = Statement(
        name: "record", text: "select server.record_refusal($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
    static let cards = Statement(
        name: "cards",
        text: """
            select id, pan_last4, status, virtual, activated_at, cardholder_name, localized_description, \
            network, refusal from server.cards_of($1, $2)
            """)
    static let readiness = Statement(
        name: "readiness",
        text: """
            select schema_version, serves_from, paused, writable, owns_tables, action_head \
            from server.readiness()
            """)
    static let programs = Statement(
        name: "programs",
        text: "select id, activation_provider, activation_key from server.enabled_programs()")
    static let vaultKeys = Statement(
        name: "vault_keys", text: "select vault_key_id from server.vault_keys_needed()")
    /// The same of a schema 1, where it reads every card.
    static let vaultKeysCounted = Statement(
        name: "vault_keys_counted",
        text: "select vault_key_id from server.vault_keys_in_use() where cards > 0")
    /// Whoever asks for what reads every card may wait longer than a request.
    static let patience = Statement(
        name: "patience", text: "select pg_catalog.set_config('statement_timeout', '60s', false)")
    static let session = Statement(
        name: "session",
        text: """
            select clock_timestamp(), pg_catalog.quote_ident(session_user), r.rolsuper, \
            r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls, \
            coalesce(pg_catalog.inet_server_addr() operator(pg_catalog.<<=) '127.0.0.0/8' \
            or pg_catalog.inet_server_addr() operator(pg_catalog.=) '::1', true), \
            exists (select from pg_catalog.pg_stat_ssl s \
            where s.pid = pg_catalog.pg_backend_pid() and s.ssl), \
            (select pg_catalog.string_agg(pg_catalog.quote_ident(a.rolname), ' ' order by a.rolname) \
            from pg_catalog.pg_roles a where a.rolcanlogin and not a.rolsuper \
            and pg_catalog.pg_has_role(a.oid, pg_catalog.to_regrole('passwright_admin'), 'member') \
            and not exists (select from pg_catalog.pg_db_role_setting d \
            where d.setrole = a.oid and d.setdatabase in (0, (select b.oid from pg_catalog.pg_database b \
            where b.datname = pg_catalog.current_database())) \
            and d.setconfig && '{log_min_messages=fatal,log_min_messages=panic}')), \
            (select pg_catalog.string_agg(pg_catalog.quote_ident(a.rolname), ' ' order by a.rolname) \
            from pg_catalog.pg_roles a where a.rolcanlogin and not a.rolsuper \
            and pg_catalog.pg_has_role(a.oid, pg_catalog.to_regrole('passwright_admin'), 'member') \
            and not exists (select from pg_catalog.pg_db_role_setting d, pg_catalog.unnest(d.setconfig) s \
            where d.setrole = a.oid and d.setdatabase in (0, (select b.oid from pg_catalog.pg_database b \
            where b.datname = pg_catalog.current_database())) \
            and s like 'idle_in_transaction_session_timeout=%' and s !~ '=0[a-z]*$')) \
            from pg_catalog.pg_roles r where r.rolname = session_user
            """)
    /// As the session has them, in the units that PostgreSQL keeps them in.
    static let parameters = Statement(
        name: "parameters", text: "select name, setting from pg_catalog.pg_settings")
    static let purge = Statement(name: "purge", text: "select server.purge_expired()")
    static let keysInUse = Statement(
        name: "keys_in_use", text: "select vault_key_id, cards, loaded from custody.keys_in_use()")
    static let cardsToRewrap = Statement(
        name: "cards_to_rewrap",
        text: """
            select card_id, cardholder_id, expiry_month, expiry_year, pan_last4, sealed_pan \
            from custody.cards_to_rewrap($1, $2, $3)
            """)
    static let replaceSealedPANs = Statement(
        name: "replace_sealed_pans", text: "select custody.replace_sealed_pans($1, $2, $3)")
}
