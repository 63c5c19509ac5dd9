import type { Module } from '../schema/module';
import { ruleFields } from '../schema/scopeRule';
import { customer } from './lease/customer';
import { fascContract } from './lease/fascContract';
import { order } from './lease/order';
import { paymentPlan } from './lease/paymentPlan';
import { picture } from './lease/picture';
import { product } from './lease/product';
import { auditLog } from './system/auditLog';
import { dept } from './system/dept';
import { dictbiz } from './system/dictionary';
import { online } from './system/online';
import { post } from './system/post';
import { role } from './system/role';
import { user } from './system/user';

/** Modules whose rows a data scope may be about, by name: all that every tenant has its own rows of. */
export const scopedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  [customer, order, picture, fascContract, paymentPlan, product, user, dept, post, role, dictbiz, auditLog, online].map(
    (module) => [module.name, module as unknown as Module],
  ),
);

/** Fields that may name the owner of a row of this module: a person, or a department. */
export const ownerFields = (module: Pick<Module, 'fields'>, owner: 'user' | 'dept'): string[] =>
  Object.entries(ruleFields(module)).flatMap(([name, { kind, to }]) => (kind === 'ref' && to === owner ? [name] : []));
