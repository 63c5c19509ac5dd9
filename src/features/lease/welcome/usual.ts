import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { type MenuItem, menu, menuLabel, permission } from '../../../store/navigation/menu';
import { addressOf as menuAddress } from '../../../store/navigation/route';
import { search } from '../../../store/navigation/search';
import { type IconName, menuGlyph } from '../../../ui/icons/Icon';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { addOrder } from './homeCalls';

interface Link {
  key: string;
  icon: IconName;
  label: string;
  to: string | undefined;
}

/** Most links of a card. */
const mostLinks = 6;

/** What people do at the pages of these menus, the most frequent work first: who may do it is offered the page. */
const work: readonly (readonly [menu: string, permission: string])[] = [
  ['fascContract', 'order_contract'],
  ['payments', 'paymentPlan_pay'],
  ['collectionDesk', 'collection_record'],
  ['bankStatement', 'bankStatement_upload'],
  ['receipt', 'receipt_book'],
  ['payBatch', 'payBatch_make'],
  ['customer', 'customer_add'],
  ['loanInformation', 'loanInformation_accept'],
  ['asset', 'asset_add'],
  ['portfolioImport', 'portfolioImport_decide'],
  ['figures', 'figures'],
  ['product', 'product_add'],
  ['user', 'user_add'],
  ['work_start', 'work_start_flow'],
  ['approval', 'approval_withdraw'],
];

function useMenuLinks() {
  const { language } = useFormat();
  return (leaf: MenuItem): Link => ({
    key: leaf.code,
    icon: menuGlyph(leaf.source),
    label: textIn(menuLabel(leaf), language),
    to: leaf.path,
  });
}

/** The pages where the person does their work, by what they may do; their first menus where they may do none of it. */
export function useShortcuts(): Link[] {
  const { t } = useTranslation();
  const leaves = useSelector(menu.selectors.leaves, shallowEqual);
  const codes = useSelector(permission.selectors.codes);
  const addressOf = usePageAddress();
  const linkTo = useMenuLinks();
  const orders = addressOf({ feature: 'order', rest: 'new' });
  const usual = [
    ...(orders !== undefined && codes[addOrder]
      ? [{ key: 'newOrder', icon: 'document-add' as const, label: t('welcome.newOrder'), to: orders }]
      : []),
    ...work.flatMap(([code, needs]) => {
      const leaf = codes[needs] || code === needs ? leaves.find((one) => one.code === code) : undefined;
      return leaf ? [linkTo(leaf)] : [];
    }),
  ];
  return (usual.length > 0 ? usual : leaves.map(linkTo)).slice(0, mostLinks);
}

/** The pages opened last, the home page left out. */
export function useLately(): Link[] {
  const leaves = useSelector(menu.selectors.leaves, shallowEqual);
  const recent = useSelector(search.selectors.recent);
  const linkTo = useMenuLinks();
  return recent.flatMap((path) => {
    const leaf = leaves.find((one) => menuAddress(one) === path);
    return leaf ? [linkTo(leaf)] : [];
  });
}
