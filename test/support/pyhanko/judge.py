"""What pyHanko says of the signatures of files. Reads `{files: [{path, roots}], moment, isLasting, lists}` and answers a list a
file. `isLasting`: judges by what the file itself keeps (PAdES B-LTA), with a word of
every certificate's issuer; `lists`: of revoked certificates, as they are at that moment."""
import asyncio
import base64
import datetime
import json
import logging
import sys
import warnings

from asn1crypto import crl, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.policy_decl import (
    LocalKnowledge,
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.ltv.types import ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import CertRevTrustPolicy, RevocationCheckingPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager
from pyhanko_certvalidator.revinfo.archival import CRLContainer

warnings.filterwarnings('ignore')
logging.disable(logging.CRITICAL)
asked = json.load(sys.stdin)
present_lists = [CRLContainer(crl.CertificateList.load(base64.b64decode(one))) for one in asked.get('lists', [])]
moment = datetime.datetime.fromtimestamp(asked['moment'] / 1000, datetime.timezone.utc)


def told(signature, roots):
    try:
        context = ValidationContext(trust_roots=roots, allow_fetching=False, moment=moment)
        status = validate_pdf_signature(signature, context, ts_validation_context=context)
        level = status.modification_level
        stamp = status.timestamp_validity
        return {
            'field': signature.field_name,
            'isIntact': status.intact,
            'isValid': status.valid,
            'isTrusted': status.trusted,
            'coverage': status.coverage.name,
            'changes': level.name if level is not None else 'UNKNOWN',
            'isPermitted': bool(status.docmdp_ok),
            'hasStamp': stamp is not None and stamp.intact and stamp.valid,
            'isAccepted': status.bottom_line,
        }
    except Exception as error:  # a file that is no file, or a signature that is none
        return {'field': signature.field_name, 'isAccepted': False, 'error': type(error).__name__}


def told_lasting(signature, roots):
    try:
        policy = CertValidationPolicySpec(
            trust_manager=SimpleTrustManager.build(trust_roots=roots),
            revinfo_policy=CertRevTrustPolicy(RevocationCheckingPolicy.from_legacy('require')),
        )
        gathering = RevocationInfoGatheringSpec(online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY)
        spec = PdfSignatureValidationSpec(
            SignatureValidationSpec(
                cert_validation_policy=policy,
                revinfo_gathering_policy=gathering,
                local_knowledge=LocalKnowledge(known_crls=present_lists),
            )
        )
        timing = ValidationTimingInfo(validation_time=moment, best_signature_time=moment, point_in_time_validation=False)
        result = asyncio.run(ades_lta_validation(signature, spec, timing))
        status = result.api_status
        level = status.modification_level
        return {
            'field': signature.field_name,
            'isIntact': status.intact,
            'isPermitted': bool(status.docmdp_ok),
            'changes': level.name if level is not None else 'UNKNOWN',
            'isAccepted': result.ades_subindic.name == 'OK',
            'error': None if result.ades_subindic.name == 'OK' else f'{result.ades_subindic} {result.failure_msg}',
        }
    except Exception as error:
        return {'field': signature.field_name, 'isAccepted': False, 'error': f'{type(error).__name__} {error}'}


def judged(path, roots):
    certificates = [x509.Certificate.load(base64.b64decode(root)) for root in roots]
    try:
        with open(path, 'rb') as file:
            reader = PdfFileReader(file)
            if asked.get('isLasting'):
                return [told_lasting(one, certificates) for one in reader.embedded_regular_signatures]
            return [told(one, certificates) for one in reader.embedded_signatures]
    except Exception as error:
        return [{'field': '', 'isAccepted': False, 'error': type(error).__name__}]


json.dump([judged(file['path'], file['roots']) for file in asked['files']], sys.stdout)
