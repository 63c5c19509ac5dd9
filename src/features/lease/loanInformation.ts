import { loanInformation } from '../../../contract/modules/lease/loanInformation';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(loanInformation);
