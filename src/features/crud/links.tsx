import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { order } from '../../../contract/modules/lease/order';
import { auditLog } from '../../../contract/modules/system/auditLog';
import { menu } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import { type Below, pageAddress } from '../../store/navigation/routes';
import { TextLink } from '../../ui/navigation/links';

/** A page of a feature, wherever its menu lies. */
export interface PageTarget extends Below {
  feature: string;
}

export const orderPage = (id: string): PageTarget => ({ feature: order.name, rest: `detail/${id}` });
/** What the audit trail holds of a record and of all that belongs to it. */
export const auditPage = (id: string): PageTarget => ({ feature: auditLog.name, search: `entityId=${id}` });

/** For buttons and rows that open an order among other things they do. */
export const openOrder = (id: string) => route.actions.open(orderPage(id));

/** The addresses of pages; undefined for one that lies nowhere for this person. */
export const usePageAddress = (): ((target: PageTarget) => string | undefined) => {
  const leaves = useSelector(menu.selectors.leaves);
  return ({ feature, ...below }) => {
    const path = leaves.find(({ code }) => code === feature)?.path;
    return path === undefined ? undefined : pageAddress(path, below);
  };
};

/** A link to a page of a feature; the words alone for a person who may not open it. */
export const PageLink = ({
  to: { feature, ...below },
  ...link
}: {
  to: PageTarget;
  title?: string;
  onClick?(): void;
  children: ReactNode;
}) => {
  const path = useSelector((state: never) => menu.selectors.pathOf(state, feature));
  return <TextLink {...link} to={path === '' ? undefined : pageAddress(path, below)} />;
};

/** The number of an order, as a link to its page. */
export const OrderLink = ({ id, code }: { id: string; code: string | null }) => {
  const { t } = useTranslation();
  const shown = code || t('order.noNumber');
  return (
    <PageLink to={orderPage(id)} title={t('contract.openOrder', { code: shown })}>
      {shown}
    </PageLink>
  );
};
