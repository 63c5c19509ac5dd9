import { languages } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** Load the catalogues of all languages that the contract is not declared in; once, before the first request. */
export async function loadCatalogues(): Promise<void> {
  for (const { code } of languages.filter(({ hasCatalogue }) => hasCatalogue)) {
    const { contract } = await import(/* webpackMode: "eager" */ `../../texts/${code}/contract`);
    addCatalogue(code, contract);
  }
}
