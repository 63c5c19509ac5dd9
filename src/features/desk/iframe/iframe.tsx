import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { frameAddress } from '../../../../contract/domain/frameAddress';
import { textIn } from '../../../../contract/domain/text';
import { menu, menuLabel } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import styles from './iframe.module.css';
import { iframeSaga } from './iframeSaga';
import { iframe } from './iframeSlice';

/** Sandbox permissions of an embedded page. */
const ownSandbox = 'allow-scripts allow-forms allow-popups allow-downloads';
/**
 * A page of a listed foreign host also keeps its own cookies and storage, which most report servers need. A page of
 * our own origin never does, because it could remove the sandbox and read the session.
 */
const foreignSandbox = `${ownSandbox} allow-same-origin`;

/**
 * The page that a menu configures, of our own host or of a listed one. The URL comes from the menu, never from the
 * address.
 */
function FramedPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { code = '' } = useParams();
  const language = useSelector(preferences.selectors.language);
  const item = useSelector(menu.selectors.leaves).find((one) => one.code === code);
  const origin = useSelector(iframe.selectors.origin);
  const hosts = useSelector(settings.selectors.all).frameHosts;
  const isFailed = useSelector((state: never) => iframe.selectors.isFailed(state, code));
  const turn = useSelector((state: never) => iframe.selectors.turn(state, code));
  if (origin === '') return null;
  const address = item && frameAddress(item.path, { origin, hosts });
  if (!address)
    return (
      <Page>
        <EmptyState isPage kind="forbidden" title={t('iframe.refused')} text={t('iframe.refusedText')} />
      </Page>
    );
  const name = textIn(menuLabel(item), language);
  const buttons = (
    <>
      <Button icon="open" onClick={() => dispatch(route.actions.openOutside(address.src))}>
        {t('iframe.outside')}
      </Button>
      <Button icon="arrow-clockwise" onClick={() => dispatch(iframe.actions.retry(code))}>
        {t('frame.retry')}
      </Button>
    </>
  );
  if (isFailed)
    return (
      <Page>
        <EmptyState isPage kind="network" title={t('iframe.failed')} text={t('iframe.failedText')}>
          {buttons}
        </EmptyState>
      </Page>
    );
  return (
    <div className={`${arrange.stack} ${styles.framed}`}>
      <h1 className={text.unseen}>{name}</h1>
      {/* A page that refuses to be framed cannot be detected, so a link to it is always shown. */}
      <div className={`${arrange.row} ${styles.bar}`}>
        <span className={`${text.caption} ${text.grow}`}>{t('iframe.hint')}</span>
        {buttons}
      </div>
      <iframe
        key={turn}
        src={address.src}
        title={name}
        sandbox={address.isOwn ? ownSandbox : foreignSandbox}
        referrerPolicy="no-referrer"
        onLoad={() => dispatch(iframe.actions.loaded(code))}
      />
    </div>
  );
}

export const feature: Feature = { name: 'iframe', slices: [iframe], saga: iframeSaga, pages: { ':code': FramedPage } };
