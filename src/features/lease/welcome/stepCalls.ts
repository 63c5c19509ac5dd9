/**
 * What tells whether a setup step is done, and the permission of those who are asked to do it. Written out, since the
 * first page does not need the texts of these modules; a test compares it with them.
 */
import type { Call } from '../../../world/world';
import type { FirstStep } from './welcomeSlice';

const one = { current: 1, size: 1 };
export const stepCalls: Record<FirstStep, { needs: string; call: Call; isDone(answer: any): boolean }> = {
  company: {
    needs: 'tenant_edit',
    call: { method: 'GET', url: '/blade-system/tenant/list', query: { ...one, tenantId: '000000' } },
    isDone: (answer) => answer?.records?.[0]?.tenantName !== '我的公司',
  },
  product: {
    needs: 'product_add',
    call: { method: 'GET', url: '/blade-product/product/page', query: one },
    isDone: (answer) => answer?.total > 0,
  },
  customer: {
    needs: 'customer_add',
    call: { method: 'GET', url: '/blade-customer/customer/list', query: one },
    isDone: (answer) => answer?.total > 0,
  },
};
