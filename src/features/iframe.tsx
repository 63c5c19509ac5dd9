import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { frameAddress } from '../../contract/frameAddress';
import { Page } from '../look/frame';
import { EmptyState } from '../look/messages';
import { iframeSaga } from '../sagas/iframe';
import { iframe } from '../store/iframe';
import { look } from '../store/look';
import { menu, menuLabel } from '../store/menu';
import { settings } from '../store/settings';
import type { Feature } from './feature';
import { usePage } from './page';

/**
 * What the page in the frame may do. Never `allow-same-origin`: a page from our own address could then take the sandbox
 * off, and read the session.
 */
const sandbox = 'allow-scripts allow-forms allow-popups';

/** The page that a menu names, of our own host or of one that the deployment lists. The menu says which, never the address. */
const FramedPage = () => {
  const { t } = useTranslation();
  const code = usePage().place.rest;
  const language = useSelector(look.selectors.language);
  const item = useSelector(menu.selectors.leaves).find((one) => one.code === code);
  const origin = useSelector(iframe.selectors.origin);
  const hosts = useSelector(settings.selectors.all).frameHosts;
  if (origin === '') return null;
  const address = item && frameAddress(item.path, { origin, hosts });
  if (!address)
    return (
      <Page>
        <EmptyState isPage kind="forbidden" title={t('iframe.refused')} text={t('iframe.refusedText')} />
      </Page>
    );
  const name = menuLabel(item)[language];
  return (
    <div className="framed">
      <h1 className="unseen">{name}</h1>
      <iframe src={address.src} title={name} sandbox={sandbox} referrerPolicy="no-referrer" />
    </div>
  );
};

export const feature: Feature = { name: 'iframe', slices: [iframe], saga: iframeSaga, pages: { '*': FramedPage } };
