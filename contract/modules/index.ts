/**
 * The modules of the product, by area: the only list. Registry, menus, choices, data scopes, history, the tests of rights
 * and of isolation, and the console's pages are made from it; a module that is not in it does not exist. Its halves are
 * `server/<area>/<file>.ts` and `src/features/<area>/<file>`, found by `fileOf`.
 */
import type { Label } from '../domain/text';
import { label } from '../domain/text';
import { actionLabel, fileNameOf, type Module, type Reference, referencesOf } from '../schema/module';
import { ruleFields } from '../schema/scopeRule';
import { approval } from './approval/approval';
import { approvalRule } from './approval/approvalRule';
import { note } from './desk/note';
import { notice } from './desk/notice';
import { code } from './develop/code';
import { datasource } from './develop/datasource';
import { model } from './develop/model';
import { contractTemplate } from './esign/contractTemplate';
import { fascContract } from './esign/fascContract';
import { flowFollow } from './flow/flowFollow';
import { flowManager } from './flow/flowManager';
import { flowModel } from './flow/flowModel';
import { jobinfo } from './job/jobinfo';
import { joblog } from './job/joblog';
import { jobserver } from './job/jobserver';
import { asset } from './lease/asset';
import { bankStatement } from './lease/bankStatement';
import { collection } from './lease/collection';
import { companyAccount } from './lease/companyAccount';
import { customer } from './lease/customer';
import { loanInformation } from './lease/loanInformation';
import { order } from './lease/order';
import { payBatch } from './lease/payBatch';
import { paymentPlan } from './lease/paymentPlan';
import { picture } from './lease/picture';
import { portfolioImport } from './lease/portfolioImport';
import { product } from './lease/product';
import { purchase } from './lease/purchase';
import { receipt } from './lease/receipt';
import { supplier } from './lease/supplier';
import { logApi } from './log/logApi';
import { logError } from './log/logError';
import { logUsual } from './log/logUsual';
import { report } from './report/report';
import { attach } from './resource/attach';
import { messageLog } from './resource/messageLog';
import { messageTemplate } from './resource/messageTemplate';
import { oss } from './resource/oss';
import { sms } from './resource/sms';
import { apiScope } from './system/apiScope';
import { auditActions, auditLog, auditRecord } from './system/auditLog';
import { client } from './system/client';
import { dataScope } from './system/dataScope';
import { dept } from './system/dept';
import { dict, dictbiz } from './system/dictionary';
import { menu } from './system/menu';
import { online } from './system/online';
import { param } from './system/param';
import { post } from './system/post';
import { region } from './system/region';
import { role } from './system/role';
import { tenant } from './system/tenant';
import { tenantPackage } from './system/tenantPackage';
import { topmenu } from './system/topmenu';
import { user } from './system/user';
import { workClaim } from './work/workClaim';
import { workDone } from './work/workDone';
import { workSend } from './work/workSend';
import { workStart } from './work/workStart';
import { workTodo } from './work/workTodo';

const listed = {
  lease: [
    ...[customer, order, picture, loanInformation, paymentPlan, receipt],
    ...[bankStatement, companyAccount, payBatch, portfolioImport],
    ...[product, asset, supplier, purchase, collection],
  ],
  esign: [fascContract, contractTemplate],
  desk: [notice, note],
  work: [workStart, workClaim, workTodo, workSend, workDone],
  flow: [flowModel, flowManager, flowFollow],
  approval: [approval, approvalRule],
  report: [report],
  resource: [oss, attach, sms, messageTemplate, messageLog],
  system: [
    ...[user, dept, post, role, dataScope, apiScope, dict, dictbiz, menu, param, topmenu],
    ...[tenant, tenantPackage, client, region, auditLog, online],
  ],
  job: [jobserver, jobinfo, joblog],
  log: [logUsual, logApi, logError],
  develop: [datasource, model, code],
};

type Known = (typeof listed)[keyof typeof listed][number];
/** The names of all modules. */
export type ModuleName = Known['name'];
/** Fields that point to a module which is not in the list. */
export type LostReferences<M> = M extends { name: infer N extends string; fields: infer F }
  ? {
      [K in keyof F & string]: F[K] extends { to: infer T extends string }
        ? T extends ModuleName | typeof auditRecord.name
          ? never
          : `${N}.${K} points to '${T}', and no module has that name`
        : never;
    }[keyof F & string]
  : never;
type Listed<_Lost extends never> = Readonly<Record<string, readonly Module[]>>;
/** The type checker names the lost references here. */
export const modules = listed as unknown as Listed<LostReferences<Known>>; // each with fields of its own

export const allModules: readonly Module[] = Object.values(modules).flat();

/** Records that can only be looked up: fields may point to them. */
export const lookedUp: readonly Module[] = [auditRecord as unknown as Module];
const byName = new Map(allModules.map((module) => [module.name, module]));
/** A module by its name, or records that can only be looked up. */
export function moduleNamed(name: string | undefined): Module | undefined {
  return byName.get(name ?? '') ?? lookedUp.find((one) => one.name === name);
}

/** What the files of a module's halves are called: its name, without the underscores of permission codes. */
export function fileOf({ name }: Pick<Module, 'name'>): string {
  return fileNameOf(name);
}

/** Modules whose rows a data scope may be about, by name: all that every tenant has its own rows of. */
export const scopedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  allModules.flatMap((module) => (module.scope === 'platform' ? [] : [[module.name, module]])),
);

/** Modules whose records take notes, by name. */
export const notedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  allModules.flatMap((module) => (module.notes ? [[module.name, module]] : [])),
);

/** Fields that may name the owner of a row of this module: a person, or a department. */
export function ownerFields(module: Pick<Module, 'fields'>, owner: 'user' | 'dept'): string[] {
  return Object.entries(ruleFields(module)).flatMap(([name, { kind, to }]) =>
    kind === 'ref' && to === owner ? [name] : [],
  );
}

/** Fields of any module that point to records of this one. */
export function pointersTo(target: Pick<Module, 'name'>): (Reference & { module: Module })[] {
  return allModules.flatMap((module) =>
    referencesOf(module).flatMap((reference) => (reference.to === target.name ? [{ ...reference, module }] : [])),
  );
}

/** The word of the history for what was done to a record of a module. */
export function historyLabel(entity: string, action: string): Label {
  const known = (auditActions as Readonly<Record<string, Label>>)[action];
  const own = byName.get(entity)?.actions?.[action];
  return own ? label(...actionLabel(own)) : (known ?? label(action, action));
}
