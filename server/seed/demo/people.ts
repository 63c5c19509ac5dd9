/** The people of the demo portfolio: departments, roles with their permissions, data scopes, and who made which
 *  order. */
import { sql } from 'kysely';
import { type ApprovalActName, approvalActNames, decidingRight } from '../../../contract/domain/approvals';
import type { Text } from '../../../contract/domain/text';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { order } from '../../../contract/modules/lease/order';
import { scopeTypes } from '../../../contract/modules/system/dataScope';
import { awaiting, normal } from '../../../contract/modules/system/user';
import { makeFirst, md5 } from '../../auth/password/oneTimePassword';
import { hashPassword } from '../../auth/password/password';
import type { Deps } from '../../kernel/context';
import { bind, type Trx } from '../../kernel/database';
import { firstPasswordHours } from '../essentials';
import { tenantId } from './book';

const headOffice = '1123598813738675201';

/** Below the head office, each with its children. */
const depts = {
  华东业务部: ['上海一组', '苏州组'],
  皖豫业务部: ['合肥组'],
  合同与凭证: [],
  资金财务部: [],
  风险合规部: [],
} as const;

const lease = ['customer', 'order', 'picture', 'fascContract', 'paymentPlan', 'product'];
/** What an order is about and the papers it stands on; those who make contracts keep them. */
const objects = ['asset', 'supplier', 'loanInformation'];
const seeingObjects = objects.flatMap((code) => [code, `${code}_view`]);
const keepingObjects = objects.flatMap((code) => [`${code}_add`, `${code}_edit`]);
/** What suppliers are to be paid; finance makes the files, and another person sends them. */
const enteringPurchases = ['view', 'add', 'edit', 'cancel'].map((verb) => `purchase_${verb}`);
const seeing = [
  ...lease.map((code) => (code === 'product' ? code : `${code}_view`)),
  ...['view', 'add', 'edit', 'delete', 'done'].map((verb) => `note_${verb}`),
];
/** What everyone does with processes: starting them, deciding on one's own tasks, and following them. */
const working = [
  ...['work_start_flow', 'work_start_image', 'work_claim_sign', 'work_claim_detail', 'work_claim_follow'],
  ...['work_todo_handle', 'work_todo_detail', 'work_todo_follow', 'work_send_detail', 'work_send_follow'],
  ...['work_done_detail', 'work_done_follow', 'approval_withdraw'],
];
/** The rights to decide on these deeds. No role holds the right to ask for one of them as well. */
function deciding(...acts: ApprovalActName[]): string[] {
  return acts.map(decidingRight);
}

/** The rights to take these lists out as files. */
function exporting(...modules: string[]): string[] {
  return modules.map((name) => `${name}_export`);
}

const roles = {
  业务专员: {
    alias: 'sales',
    menus: [
      ...seeing,
      ...working,
      'customer_add',
      'customer_edit',
      'order_add',
      'order_edit',
      'order_status',
      'order_cancel',
      'picture_add',
      ...seeingObjects,
      ...enteringPurchases,
      'loanInformation_add',
      ...exporting('customer', 'order'),
    ],
    scopes: ['order_own'],
  },
  业务主管: {
    alias: 'sales_lead',
    menus: [
      ...seeing,
      ...working,
      'approval_first',
      ...deciding('orderSubmit', 'orderCancel', 'orderAccount', 'refund', 'voucherBelow', 'supplierAccount'),
      ...seeingObjects,
      ...['purchase_view', 'purchase_cancel'],
      ...['portfolioImport', 'portfolioImport_view', 'portfolioImport_upload', 'portfolioImport_decide'],
      'portfolioImport_post',
      'customer_add',
      'customer_edit',
      'order_terminate',
      // Those who import statements do not say which accounts are the company's.
      ...[
        'companyAccount',
        'companyAccount_view',
        'companyAccount_add',
        'companyAccount_edit',
        'companyAccount_delete',
      ],
      'order_archive',
      'order_unarchive',
      'order_restructure',
      'paymentPlan_edit',
      'paymentPlan_waive',
      'receipt_view',
      'receipt_reverse',
      'receipt_close',
      ...['figures', 'report_file', 'customer_statement', 'receipt_print', 'order_certificate'],
      'auditLog',
      ...exporting('customer', 'order', 'picture', 'fascContract', 'paymentPlan', 'product', 'receipt'),
      ...exporting('asset', 'supplier', 'purchase', 'loanInformation', 'companyAccount'),
    ],
    scopes: ['order_dept_tree'],
    limits: { waiver_limit: '5000.00' },
  },
  合同专员: {
    alias: 'paperwork',
    menus: [
      ...seeing,
      ...working,
      'approval_risk',
      'order_voucher',
      'order_contract',
      'order_start',
      'picture_add',
      'fascContract_delete',
      'fascContract_counter',
      'customer_verify',
      'customer_unverify',
      ...seeingObjects,
      ...keepingObjects,
      ...enteringPurchases,
      'loanInformation_accept',
      ...['contractTemplate', 'contractTemplate_view', 'contractTemplate_preview'],
    ],
    scopes: [],
  },
  财务专员: {
    alias: 'finance',
    menus: [
      ...[...seeing, ...working, 'approval_final', 'payments', 'paymentPlan_pay'],
      ...deciding('lateWaiver', 'orderExit', 'booksReopen'),
      ...['receipt_view', 'receipt_book', 'receipt_claim', 'receipt_refund', 'receipt_reverse'],
      ...['figures', 'report_file', 'customer_statement', 'receipt_print', 'order_certificate'],
      ...['bankStatement', 'bankStatement_view', 'bankStatement_upload', 'bankStatement_confirm'],
      ...[
        'bankStatement_ignore',
        'bankStatement_undo',
        'bankStatement_delete',
        'companyAccount',
        'companyAccount_view',
      ],
      ...seeingObjects,
      ...['purchase', 'purchase_view', 'purchase_cancel'],
      ...['payBatch', 'payBatch_view', 'payBatch_make', 'payBatch_send', 'payBatch_file', 'payBatch_answer'],
      ...['payBatch_cancel'],
      ...exporting('paymentPlan', 'receipt', 'bankStatement', 'payBatch', 'purchase'),
    ],
    scopes: [],
    limits: { waiver_limit: '20000.00', ignore_limit: '1000.00' },
  },
  风控专员: {
    alias: 'risk',
    menus: [
      ...[...seeing, ...working, 'approval_first', 'approval_risk', 'collectionDesk'],
      ...['collection_view', 'collection_record', 'collection_assign'],
      // Decides on every deed, of every department, and asks for none.
      ...deciding(...approvalActNames),
      ...['approval_rule', 'approval_rule_view'],
      ...seeingObjects,
      // Those who import statements do not say why a balance has a gap.
      ...['companyAccount', 'companyAccount_view', 'bankStatement', 'bankStatement_explain'],
      'purchase_view',
      ...['receipt_view', 'bankStatement_view', 'payBatch_view', 'contractTemplate_view', 'portfolioImport_view'],
    ],
    scopes: [],
  },
} as const;

type Dept = keyof typeof depts | (typeof depts)[keyof typeof depts][number];
const people: readonly { name: string; account: string; role: keyof typeof roles | null; dept: Dept; phone: string }[] =
  [
    { name: '林予墨', account: 'lin.yumo', role: '业务专员', dept: '上海一组', phone: '15400001001' },
    { name: '周启岚', account: 'zhou.qilan', role: '业务专员', dept: '合肥组', phone: '15400001002' },
    { name: '沈知遥', account: 'shen.zhiyao', role: '合同专员', dept: '合同与凭证', phone: '15400001003' },
    { name: '顾西洲', account: 'gu.xizhou', role: '财务专员', dept: '资金财务部', phone: '15400001004' },
    { name: '许清越', account: 'xu.qingyue', role: '业务主管', dept: '华东业务部', phone: '15400001005' },
    { name: '白景行', account: 'bai.jinghang', role: '业务专员', dept: '苏州组', phone: '15400001006' },
    { name: '叶初晴', account: 'ye.chuqing', role: null, dept: '风险合规部', phone: '15400001007' },
    { name: '罗维安', account: 'luo.weian', role: '财务专员', dept: '资金财务部', phone: '15400001008' },
    { name: '何清野', account: 'he.qingye', role: '风控专员', dept: '风险合规部', phone: '15400001009' },
  ];

/** Those whom visitors may be: together they take a lease from its order to its start. By their accounts. */
const visitors: Readonly<Record<string, Text>> = {
  'lin.yumo': ['业务专员', 'clerk'],
  'shen.zhiyao': ['合同专员', 'contracts'],
  'gu.xizhou': ['财务专员', 'finance'],
  'xu.qingyue': ['业务主管', 'manager'],
};

/** A person of the demo who can sign in, with the password that is shown once. */
export interface Visitor {
  account: string;
  office: Text;
  word: string;
}

/** All people with their future ids and staff numbers: signatures they witness need these before they are written. */
export function hirePeople(newId: () => string) {
  return people.map((person, index) => ({ ...person, id: newId(), code: `E1028${index}` }));
}
export type Staff = ReturnType<typeof hirePeople>;

/** `scopes`: code → name, module and rule of a data scope. */
const scopes = {
  order_own: ['本人订单', order.name, scopeTypes.own],
  order_dept: ['本部门订单', order.name, scopeTypes.dept],
  order_dept_tree: ['本部门及下级订单', order.name, scopeTypes.deptTree],
  contract_dept_tree: ['本部门及下级合同', fascContract.name, scopeTypes.deptTree],
} as const;

async function writeScopes(deps: Deps, trx: Trx, time: string): Promise<Map<string, string>> {
  await bind(trx, { platform: 'on' });
  const ids = new Map<string, string>();
  for (const [code, [name, module, type]] of Object.entries(scopes)) {
    const menu = await trx.selectFrom('sys_menu').select('id').where('code', '=', module).executeTakeFirstOrThrow();
    const id = deps.newId();
    ids.set(code, id);
    await trx
      .insertInto('sys_data_scope')
      .values({
        id,
        menu_id: menu.id,
        resource_code: code,
        scope_name: name,
        scope_class: module,
        scope_type: type,
        create_time: time,
        update_time: time,
      })
      .onConflict((on) => on.doNothing())
      .execute();
  }
  await bind(trx, { platform: '' });
  return ids;
}

/**
 * Writes all of the above, and then sets the creators of the portfolio's rows from the names in the history. Answers
 * those who can sign in.
 */
export async function writePeople(deps: Deps, trx: Trx, time: string, staff: Staff): Promise<Visitor[]> {
  const invited: Visitor[] = [];
  const own = { tenant_id: tenantId, create_time: time, update_time: time };
  const deptIds = new Map<string, string>();
  const addDept = async (name: string, parentId: string, sort: number, category: number): Promise<string> => {
    const id = deps.newId();
    deptIds.set(name, id);
    await trx
      .insertInto('sys_dept')
      .values({
        ...own,
        id,
        parent_id: parentId,
        dept_name: name,
        full_name: `青屿融租${name}`,
        sort,
        dept_category: category,
      })
      .execute();
    return id;
  };
  for (const [index, [name, below]] of Object.entries(depts).entries()) {
    const id = await addDept(name, headOffice, index + 1, 2);
    for (const [place, team] of below.entries()) await addDept(team, id, place + 1, 3);
  }

  const scopeIds = await writeScopes(deps, trx, time);
  const roleIds = new Map<string, string>();
  for (const [index, [name, role]] of Object.entries(roles).entries()) {
    const { alias, menus, scopes: granted } = role;
    const id = deps.newId();
    roleIds.set(name, id);
    await trx
      .insertInto('sys_role')
      .values({
        ...own,
        id,
        role_name: name,
        role_alias: alias,
        sort: index + 3,
        ...('limits' in role ? role.limits : {}),
      })
      .execute();
    await sql`insert into sys_role_menu (tenant_id, role_id, menu_id)
      select ${tenantId}, ${id}, m.id from sys_menu m where m.is_deleted = 0 and m.code = any(${[...menus]})`.execute(
      trx,
    );
    for (const code of granted)
      await trx
        .insertInto('sys_role_scope')
        .values({ tenant_id: tenantId, role_id: id, category: 1, scope_id: scopeIds.get(code)! })
        .execute();
  }

  // A random password: an administrator gives each of the others one of their own.
  const hash = await hashPassword(md5(deps.random(24).toString('hex')), deps.secrets);
  const usedUntil = new Date(deps.now() + firstPasswordHours * 3_600_000);
  for (const { id, code, name, account, role, dept, phone } of staff) {
    const office = visitors[account];
    const first = office && (await makeFirst(deps));
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('sys_user')
      .values({
        ...own,
        id,
        account,
        business_user_code: code,
        code,
        password_hash: first?.hash ?? hash,
        must_change_password: 1,
        password_expires_at: first ? usedUntil : null,
        name,
        real_name: name,
        phone,
        role_ids: role ? [roleIds.get(role)!] : [],
        dept_ids: [deptIds.get(dept)!],
        status: role ? normal : awaiting,
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    // An account that was there already keeps its password.
    if (first && numInsertedOrUpdatedRows === 1n) invited.push({ account, office, word: first.word });
  }

  for (const [table, entity] of [
    ['lease_customer', 'customer'],
    ['lease_order', 'order'],
    ['lease_contract', 'fascContract'],
  ] as const)
    await sql`
      update ${sql.table(table)} r set create_user = u.id, create_dept = u.dept_ids[1]
      from audit_log a join sys_user u on u.tenant_id = a.tenant_id and u.real_name = a.user_name
      where r.tenant_id = ${tenantId} and a.tenant_id = r.tenant_id and a.entity = ${entity} and a.action = 'add'
        and a.entity_id = r.id`.execute(trx);
  return invited;
}
