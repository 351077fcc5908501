-- lake_visible(root): one row per run that exists, which is to say, that has a manifest. Reads no
-- manifest, and lets DuckDB leave out the files of other runs without opening them.
create or replace macro lake_visible(root) as table
    select regexp_extract(file, '([^/\\]*)\.json$', 1) as run
    from glob(root || '/runs/*.json');

-- lake_runs(root): one row per run, the fields of its manifest. `recipe` is JSON; the rake policy is
-- taken out of it, because reports need it: `rake` is the whole schedule for sql/schema/rake.sql.
-- rake_caps is by number of players dealt, from 0; -1 is no cap.
create or replace macro lake_runs(root) as table
    select
        run,
        kind,
        hands,
        json_extract_string(recipe, '$.rake.name') as rake_policy,
        json_extract(recipe, '$.rake.bps')::bigint as rake_bps,
        json_extract_string(recipe, '$.rake.rounding') as rake_rounding,
        coalesce(json_extract(recipe, '$.rake.unit')::bigint, 1) as rake_unit,
        json_extract(recipe, '$.rake.caps')::bigint[] as rake_caps,
        json_extract(recipe, '$.rake.no_flop_no_drop')::boolean as no_flop_no_drop,
        if(
            json_extract(recipe, '$.rake') is null, null, rake_from_json(json_extract(recipe, '$.rake'))
        ) as rake,
        recipe,
        recipe_hash,
        counterfactual_of,
        engine_hash,
        bots,
        versions,
        schema_version,
        registry_version,
        list_sum(list_transform(parts, lambda part: part.bytes))::bigint as bytes,
        parts,
        tables,
        timings.started::timestamptz as started,
        timings.finished::timestamptz as finished,
        timings.seconds
    from
        read_json(
            lake_files(root, 'runs'),
            columns = {
                'run': 'varchar',
                'kind': 'varchar',
                'hands': 'bigint',
                'recipe': 'json',
                'recipe_hash': 'varchar',
                'counterfactual_of': 'varchar',
                'engine_hash': 'varchar',
                'bots': 'map(varchar, varchar)',
                'versions': 'map(varchar, varchar)',
                'schema_version': 'integer',
                'registry_version': 'integer',
                'parts': 'struct("table" varchar, file varchar, "rows" bigint, bytes bigint, sha256 varchar)[]',
                'tables': 'struct(
                    table_id bigint, hands bigint, money_in bigint, money_out bigint,
                    rake bigint, jackpot bigint, fees bigint, illegal bigint
                )[]',
                'timings': 'struct(started varchar, finished varchar, seconds double)'
            },
            format = 'unstructured',
            maximum_object_size = 268435456
        );
