/** People of a running server, made by the calls that the console makes. All have the password of `desk.ts`. */
import { md5 } from '../../server/auth/oneTimePassword';
import { basic, password } from './desk';

const oneTime = 'First-word-2026';

interface Node {
  id: string;
  title: string;
  children?: Node[];
}
function idsOf(node: Node): string[] {
  return [node.id, ...(node.children ?? []).flatMap(idsOf)];
}

export function staffOf(url: string) {
  /** The data of an answer; a refusal is thrown. Without a body it reads. */
  async function call(token: string, path: string, body?: object) {
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'blade-auth': `bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { success, data, msg } = await answer.json();
    if (!success) throw new Error(`${path}: ${msg}`);
    return data;
  }
  async function tokenOf(account: string, word = password): Promise<string> {
    const answer = await fetch(`${url}/api/blade-auth/oauth/token`, {
      method: 'POST',
      headers: { authorization: basic, 'tenant-id': '000000', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: account, password: md5(word), grant_type: 'password' }),
    });
    return (await answer.json()).access_token;
  }
  /** The person changes a one-time password to the one of everybody here. */
  async function replacePassword(account: string, word: string): Promise<void> {
    const [oldPassword, newPassword] = [md5(word), md5(password)];
    const own = { oldPassword, newPassword, newPassword1: newPassword };
    await call(await tokenOf(account, word), '/blade-system/user/update-password', own);
  }
  return {
    call,
    tokenOf,
    /** A person with a role of their own that holds the menus, and all below them, whose titles are these. */
    async addPerson(
      account: string,
      { realName, menus, roleAlias = account }: { realName: string; menus: readonly string[]; roleAlias?: string },
    ): Promise<void> {
      const admin = await tokenOf('admin');
      const named = { roleName: `${realName}的角色`, roleAlias, parentId: '0', sort: 9 };
      const role = await call(admin, '/blade-system/role/submit', named);
      const { menu } = (await call(admin, '/blade-system/menu/grant-tree')) as { menu: Node[] };
      const granted = (nodes: readonly Node[]): string[] =>
        nodes.flatMap((node) => {
          const below = granted(node.children ?? []);
          if (menus.includes(node.title)) return idsOf(node);
          return below.length > 0 ? [node.id, ...below] : [];
        });
      const scopes = { dataScopeIds: [], apiScopeIds: [] };
      await call(admin, '/blade-system/role/grant', { roleIds: [role.id], menuIds: granted(menu), ...scopes });
      const [dept] = await call(admin, '/blade-system/dept/tree');
      const person = { account, realName, name: realName, roleId: role.id, deptId: dept.id, password: md5(oneTime) };
      await call(admin, '/blade-system/user/submit', person);
      await replacePassword(account, oneTime);
    },
    /** A person who is there gets the password. */
    async admit(account: string): Promise<void> {
      const admin = await tokenOf('admin');
      const { records } = await call(admin, `/blade-system/user/page?${new URLSearchParams({ account })}`);
      const [{ oneTimeWord }] = await call(admin, '/blade-system/user/reset-password', { userIds: records[0].id });
      await replacePassword(account, oneTimeWord);
    },
  };
}
