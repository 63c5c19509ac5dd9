/** The commands above the page of a customer. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { loadFeature } from '../../../../src/features/registry';
import { PageScreen } from '../../../../src/shell/frame/PageScreen';
import { route } from '../../../../src/store/navigation/route';
import { words as zh } from '../../../../texts/zh/words';
import { quiet, start } from '../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'customer'].map(loadFeature)), 60_000);

void i18next.use(initReactI18next).init({
  lng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

/** The buttons that the page shows of a customer in that state. */
async function buttonsOf(kycStatus: 0 | 1): Promise<string[]> {
  const app = await start({ at: '/lease/customer/detail/7' });
  await app.last('/customer/detail').answer({ id: '7', realName: '海棠春晓', kycStatus });
  await app.last('/customer/overview').answer({ today: '2026-01-05', counts: {} });
  await quiet();
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <Provider store={app.store}>
        <MemoryRouter>
          <PageScreen place={app.see(route.selectors.place)!} />
        </MemoryRouter>
      </Provider>
    </I18nextProvider>,
  );
  return [...page.matchAll(/<button.*?<\/button>/gs)].map(([text]) => text.replace(/<[^>]*>/g, ''));
}

it('lead from a customer who is not verified to the verification, as the page of an order promises', async () => {
  expect(await buttonsOf(0)).toContain('身份核验');
  expect(await buttonsOf(1)).not.toContain('身份核验');
});
