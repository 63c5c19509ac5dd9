/** What tells whether a setup step is done, and the permission of those who are asked to do it. */
import { customer } from '../../../../contract/modules/lease/customer';
import { product } from '../../../../contract/modules/lease/product';
import { platformTenant, tenant, unnamedCompany } from '../../../../contract/modules/system/tenant';
import type { Call } from '../../../world/world';
import type { FirstStep } from './welcomeSlice';

const one = { current: 1, size: 1 };
export interface StepCall {
  needs: string;
  call: Call;
  isDone(answer: any): boolean;
}
export const stepCalls: Record<FirstStep, StepCall> = {
  company: {
    needs: tenant.permission('update'),
    call: { method: 'GET', url: tenant.url('list'), query: { ...one, tenantId: platformTenant } },
    isDone: (answer) => answer?.records?.[0]?.tenantName !== unnamedCompany,
  },
  product: {
    needs: product.permission('add'),
    call: { method: 'GET', url: product.url('list'), query: one },
    isDone: (answer) => answer?.total > 0,
  },
  customer: {
    needs: customer.permission('add'),
    call: { method: 'GET', url: customer.url('list'), query: one },
    isDone: (answer) => answer?.total > 0,
  },
};
