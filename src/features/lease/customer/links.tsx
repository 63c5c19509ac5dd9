import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { route } from '../../../store/navigation/route';
import { PageLink, type PageTarget } from '../../crud/links';
import styles from './links.module.css';

export function customerPage(id: string): PageTarget {
  return { feature: customer.name, rest: `detail/${id}` };
}
export function openCustomer(id: string) {
  return route.actions.open(customerPage(id));
}
/** Opens the form of a new order with the customer filled in. */
export function newOrder(customerId: string) {
  return route.actions.open({ feature: order.name, rest: 'new', search: `customerId=${customerId}` });
}

/** The name of a customer as a link to their page; plain text without an id or for a person without the menu. */
export function CustomerLink({ id, children }: { id: string | null | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  if (!id) return children;
  return (
    <span className={styles.name}>
      <PageLink to={customerPage(id)} title={t('customerPage.open', { name: String(children ?? '') })}>
        {children}
      </PageLink>
    </span>
  );
}
