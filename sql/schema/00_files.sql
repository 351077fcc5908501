-- lake_files(root, name): the files that a view reads: a pattern, or what the variable `lake_files`, a
-- map of table to paths, lists. Railbird sets the variable from the manifests, so that no file is
-- opened which no run has listed; docs/lake.md shows how any DuckDB shell does the same.
create or replace macro lake_files(root, name) as
coalesce(
    getvariable('lake_files')[name],
    [root || if(name = 'runs', '/runs/*.json', '/' || name || '/*/*.parquet')]
);
