/** What must hold for requests to be welcome. */
import type { Deps } from '../kernel/context';

/** Checks by name, as `/health/ready` tells them. */
export type Readiness = Readonly<Record<string, () => boolean | Promise<boolean>>>;

/** The checks of every server; `own` are those of the process around it. */
export function readinessOf({ db, schema, files }: Pick<Deps, 'db' | 'schema' | 'files'>, own: Readiness): Readiness {
  return {
    ...own,
    store: async () => (await files.fault()) === undefined,
    database: () => schema.look(db).then(() => true),
    schema: () => !schema.isNewer(), // as the database has just told
    room: () => files.hasRoom(),
  };
}

/** Names of the checks that fail, in their order; one that cannot be made fails. */
export async function missingOf(readiness: Readiness): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, holds] of Object.entries(readiness))
    if (
      !(await Promise.resolve()
        .then(holds)
        .catch(() => false))
    )
      missing.push(name);
  return missing;
}
