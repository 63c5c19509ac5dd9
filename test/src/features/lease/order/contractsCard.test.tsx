/** What the page of an order says of contracts that are not issued yet. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { Order } from '../../../../../contract/modules/lease/order';
import { ContractsCard, type ContractsCardProps } from '../../../../../src/features/lease/order/contracts';

function textOf(businessStatus: number, makeDisabled?: string): string {
  const given = {
    ...{ pageState: { parts: { contracts: [] } }, held: { businessStatus } as Order },
    ...{ t: (key: string) => key, makeDisabled, isMoving: false, problem: null, onMake: () => {} },
  };
  const page = renderToStaticMarkup(<ContractsCard {...(given as unknown as ContractsCardProps)} />);
  return page.replace(/<button.*?<\/button>/gs, '').replace(/<[^>]*>/g, ' ');
}

it('says that they can be issued only where they can', () => {
  expect(textOf(3)).toContain('orderPage.canMake');
  expect(textOf(3, '客户尚未认证')).toContain('客户尚未认证');
  expect(textOf(3, '客户尚未认证')).not.toContain('orderPage.canMake');
  expect(textOf(2)).toContain('orderPage.afterVoucher');
  expect(textOf(10)).toContain('orderPage.isOver');
});
