/** People of a running server, made by the calls that the console makes. All have the password of `desk.ts`. */
import { md5 } from '../../server/auth/password/oneTimePassword';
import { callerOf } from './caller';
import { password } from './desk';
import type { Answer } from './server';

const oneTime = 'First-word-2026';

interface Node {
  id: string;
  title: string;
  children?: Node[];
}
function idsOf(node: Node): string[] {
  return [node.id, ...(node.children ?? []).flatMap(idsOf)];
}
function dataOf({ status, body }: Answer) {
  if (body.success !== true) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

export function staffOf(url: string) {
  /** The person changes a one-time password to the one of all others. */
  async function replacePassword(account: string, word: string): Promise<void> {
    const [oldPassword, newPassword] = [md5(word), md5(password)];
    const body = { oldPassword, newPassword, newPassword1: newPassword };
    dataOf(await (await callerOf(url, account, word)).post('/blade-system/user/update-password', { body }));
  }
  return {
    /** A person with a role of their own that holds the menus, and all below them, whose titles are these. */
    async addPerson(
      account: string,
      { realName, menus, roleAlias = account }: { realName: string; menus: readonly string[]; roleAlias?: string },
    ): Promise<void> {
      const admin = await callerOf(url);
      const save = async (path: string, body: object) => dataOf(await admin.post(path, { body }));
      const named = { roleName: `${realName}的角色`, roleAlias, parentId: '0', sort: 9 };
      const role = await save('/blade-system/role/submit', named);
      const { menu }: { menu: Node[] } = dataOf(await admin.get('/blade-system/menu/grant-tree'));
      const granted = (nodes: readonly Node[]): string[] =>
        nodes.flatMap((node) => {
          const below = granted(node.children ?? []);
          if (menus.includes(node.title)) return idsOf(node);
          return below.length > 0 ? [node.id, ...below] : [];
        });
      const scopes = { dataScopeIds: [], apiScopeIds: [] };
      await save('/blade-system/role/grant', { roleIds: [role.id], menuIds: granted(menu), ...scopes });
      const [dept] = dataOf(await admin.get('/blade-system/dept/tree'));
      const person = { account, realName, name: realName, roleId: role.id, deptId: dept.id, password: md5(oneTime) };
      await save('/blade-system/user/submit', person);
      await replacePassword(account, oneTime);
    },
    /** A person who is there gets the password. */
    async admit(account: string): Promise<void> {
      const admin = await callerOf(url);
      const { records } = dataOf(await admin.get('/blade-system/user/page', { account }));
      const query = { userIds: records[0].id };
      const [{ oneTimeWord }] = dataOf(await admin.post('/blade-system/user/reset-password', { query }));
      await replacePassword(account, oneTimeWord);
    },
  };
}
