import type { Module } from './kit';
import { auditLog } from './modules/auditLog';
import { customer } from './modules/customer';
import { dept } from './modules/dept';
import { dictbiz } from './modules/dictionary';
import { fascContract } from './modules/fascContract';
import { online } from './modules/online';
import { order } from './modules/order';
import { paymentPlan } from './modules/paymentPlan';
import { picture } from './modules/picture';
import { post } from './modules/post';
import { product } from './modules/product';
import { role } from './modules/role';
import { user } from './modules/user';
import { ruleFields } from './scopeRule';

/** Modules whose rows a data scope may be about, by name: all that every tenant has its own rows of. */
export const scopedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  [customer, order, picture, fascContract, paymentPlan, product, user, dept, post, role, dictbiz, auditLog, online].map(
    (module) => [module.name, module as unknown as Module],
  ),
);

/** Fields that may name the owner of a row of this module: a person, or a department. */
export const ownerFields = (module: Pick<Module, 'fields'>, owner: 'user' | 'dept'): string[] =>
  Object.entries(ruleFields(module)).flatMap(([name, { kind, to }]) => (kind === 'ref' && to === owner ? [name] : []));
