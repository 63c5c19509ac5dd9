import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { textIn } from '../../../contract/domain/text';
import { standing } from '../../store/auth/standing';
import { denied } from '../../store/navigation/denied';
import { keepAlive } from '../../store/navigation/keepAlive';
import { menu } from '../../store/navigation/menu';
import { homePath } from '../../store/navigation/routes';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { ButtonLink } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { text } from '../../ui/layout/text';
import { EmptyState, type EmptyStateProps } from '../../ui/overlays/messages';
import type { Feature } from '../crud/feature';

type Code = '403' | '404' | '500';
const kinds: Record<Code, EmptyStateProps['kind']> = { 403: 'forbidden', 404: 'missing', 500: 'broken' };

/** A permission or menu code as the server writes it. The address can hold any text, and other text is not shown. */
function codeIn(search: string) {
  return /^[\w:.-]{1,64}$/.exec(new URLSearchParams(search).get('code') ?? '')?.[0] ?? '';
}

/** /403, /404 and /500: what is wrong, the known details, and the way back. */
function RefusalPage() {
  const { t } = useTranslation();
  const { pathname: path, search } = useLocation();
  const user = useSelector(session.selectors.user);
  const last = useSelector(keepAlive.selectors.latest);
  const whyPath = useSelector((state: never) => menu.selectors.pathOf(state, 'why'));
  const code: Code = path === '/403' ? '403' : path === '/500' ? '500' : '404';
  const language = useSelector(preferences.selectors.language);
  const helped = useSelector(denied.selectors.helped);
  const missing = code === '403' ? codeIn(search) : '';
  // The session has the aliases of the roles, which are for programs.
  const { role = '' } = useSelector(standing.selectors.names) ?? {};
  const page = helped?.code === missing ? helped : null;
  return (
    <Page>
      <EmptyState
        isPage
        kind={kinds[code]}
        title={`${code} · ${t(`refusal.${code}`)}`}
        text={
          <>
            {page
              ? t('refusal.notYours', { page: textIn(page.label, language), code: missing })
              : t(`refusal.text${code}`)}
            {missing && !page && (
              <>
                <br />
                {t('refusal.missing')} <span className={text.code}>{missing}</span>
              </>
            )}
            {missing && role && (
              <>
                <br />
                {t('refusal.role', { role })}
              </>
            )}
            {page && page.helpers.length > 0 && (
              <>
                <br />
                {t('refusal.helpers', { names: page.helpers.join(t('refusal.and')) })}
              </>
            )}
          </>
        }
      >
        <ButtonLink tone="primary" icon="home" to={homePath}>
          {t('refusal.home')}
        </ButtonLink>
        {missing && user && whyPath && (
          <ButtonLink icon="question" to={`${whyPath}?${new URLSearchParams({ userId: user.userId, code: missing })}`}>
            {t('refusal.from403')}
          </ButtonLink>
        )}
        {user && last && last.path !== homePath && (
          <ButtonLink icon="arrow-left" to={last.path + (last.search && `?${last.search}`)}>
            {t('refusal.back')}
          </ButtonLink>
        )}
      </EmptyState>
    </Page>
  );
}

export const feature: Feature = { name: 'refusal', slices: [], pages: { '': RefusalPage } };
