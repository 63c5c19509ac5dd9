/** People whom data scopes bind. */
import { type Client, ok, platform, type Server } from './server';

/** A scope of a module: type 1 hides the fields that it does not name, 2 leaves the records that the person made. */
export interface BindingScope {
  scopeClass: string;
  scopeType: number;
  scopeField?: string;
}

let made = 0;
/** Binds the people of a role by a scope. */
export async function bindRole(server: Server, roleId: string, scope: BindingScope): Promise<void> {
  const [menuId] = await server.menuIds(scope.scopeClass);
  const name = `scope${++made}`;
  const body = { menuId, scopeName: name, resourceCode: name, scopeField: '*', ...scope };
  const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, id]);
}

/** A person with these permissions, bound by these scopes. */
export async function boundPerson(
  server: Server,
  permissions: string[],
  scopes: readonly BindingScope[],
): Promise<Client & { userId: string }> {
  const account = `bound${++made}`;
  const { userId, roleId } = await server.addUser({ account, permissions });
  for (const scope of scopes) await bindRole(server, roleId, scope);
  return { ...(await server.as(account)), userId };
}
/** The fields that a scope names so that it hides only the given ones. */
export function allBut(fields: object, ...hidden: string[]): string {
  return Object.keys(fields)
    .filter((name) => !hidden.includes(name))
    .join(',');
}
