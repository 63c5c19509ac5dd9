/** What a server remembers of its tenants, each at the version at which it was read. */

/** A change that was made past the program, by hand in the database, counts after this long. */
const longestMs = 60_000;
const mostTenants = 1_000;
/** Of one tenant: sets of roles, dictionaries. */
const mostOfTenant = 1_000;

interface Held {
  version: bigint;
  since: number;
  values: Map<string, unknown>;
}

export interface Memory {
  /** What is remembered under that name at this version; undefined when nothing is. */
  recall(tenantId: string, version: string, name: string): unknown;
  /** `value` was read by a transaction that read `version` before, and wrote to no table of what is remembered. */
  keep(tenantId: string, version: string, name: string, value: NonNullable<unknown>): void;
}

export function openMemory(now: () => number = () => performance.now()): Memory {
  const tenants = new Map<string, Held>();
  const current = (tenantId: string, version: string): Held | undefined => {
    const held = tenants.get(tenantId);
    return held && held.version === BigInt(version) && now() - held.since < longestMs ? held : undefined;
  };
  return {
    recall: (tenantId, version, name) => current(tenantId, version)?.values.get(name),
    keep(tenantId, version, name, value) {
      const held = tenants.get(tenantId);
      // A transaction that began before a change must not put its view in the place of a later one.
      if (held && held.version > BigInt(version)) return;
      let kept = current(tenantId, version);
      if (!kept) {
        tenants.delete(tenantId);
        if (tenants.size >= mostTenants) tenants.delete(tenants.keys().next().value!);
        kept = { version: BigInt(version), since: now(), values: new Map() };
        tenants.set(tenantId, kept);
      }
      if (kept.values.size >= mostOfTenant) kept.values.clear();
      kept.values.set(name, value);
    },
  };
}
