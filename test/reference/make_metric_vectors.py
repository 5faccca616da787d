"""Makes metric-vectors.json: random synthetic conversations scored by meeteval and pyannote.metrics, which
share no code with src/eval/metrics. Run by hand: pip install meeteval==0.4.3 pyannote.metrics==4.2.0.

JER twice: `jer` is pyannote's, which pairs voices by the time they share; `jer_lowest` pairs them so that the sum of
their Jaccard errors is lowest, as DIHARD's own scorer does (nryant/dscore, scorelib/metrics.py: linear_sum_assignment
over 1 - intersection/union), on pyannote.core's timelines with scipy's assignment."""
import json, os, random
import meeteval
import numpy as np
from scipy.optimize import linear_sum_assignment
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate, JaccardErrorRate

random.seed(11)

def conversation(voices):
    free, out = {}, []
    for _ in range(random.randint(3, 14)):
        voice = random.choice(voices)
        start = round(max(random.uniform(0, 25), free.get(voice, 0)), 2)
        end = round(start + random.uniform(0.4, 4), 2)
        free[voice] = end + 0.05
        words = ' '.join(random.choice('yes no maybe well okay then'.split()) for _ in range(random.randint(1, 7)))
        out.append(dict(session='s', speaker=voice, start=start, end=end, text=words))
    return sorted(out, key=lambda u: u['start'])

def noisy(reference):
    """A hypothesis that is near the reference: some words changed, some voices mixed up, times moved."""
    free, out = {}, []
    for u in reference:
        if random.random() < 0.1: continue
        words = [w if random.random() > 0.2 else random.choice(['no', 'well', '']) for w in u['text'].split()]
        speaker = {'A': 'x', 'B': 'y', 'C': 'z'}[u['speaker']] if random.random() > 0.15 else random.choice('xyzw')
        # A voice does not overlap itself: pyannote would count it twice.
        start = max(0, free.get(speaker, 0), round(u['start'] + random.uniform(-0.3, 0.3), 2))
        end = max(start + 0.1, round(u['end'] + random.uniform(-0.3, 0.3), 2))
        free[speaker] = end
        out.append(dict(session='s', speaker=speaker, start=start, end=end, text=' '.join(w for w in words if w) or 'yes'))
    return out or conversation(['x'])

def seglst(us):
    return meeteval.io.SegLST([dict(session_id='s', speaker=u['speaker'], start_time=u['start'], end_time=u['end'], words=u['text']) for u in us])

def annotation(us):
    a = Annotation()
    for i, u in enumerate(us): a[Segment(u['start'], u['end']), i] = u['speaker']
    return a

def lowest_jer(ref, hyp):
    def jaccard_error(r, h):
        r, h = ref.label_timeline(r), hyp.label_timeline(h)
        shared = r.crop(h).duration()
        return 1 - shared / (r.duration() + h.duration() - shared)
    errors = np.array([[jaccard_error(r, h) for h in hyp.labels()] for r in ref.labels()])
    rows, columns = linear_sum_assignment(errors)
    return (errors[rows, columns].sum() + len(ref.labels()) - len(rows)) / len(ref.labels())

cases = []
for i in range(40):
    ref = conversation('ABC'[:random.randint(1, 3)])
    hyp = noisy(ref) if i % 4 else conversation('xyzw')
    e = {}
    cp = meeteval.wer.cpwer(seglst(ref), seglst(hyp))['s']
    e['cpwer'] = dict(errors=cp.errors, length=cp.length)
    for collar in (0.5, 5):
        tcp = meeteval.wer.tcpwer(seglst(ref), seglst(hyp), collar=collar)['s']
        e[f'tcpwer_{collar}'] = dict(errors=tcp.errors, length=tcp.length)
    uem = Timeline([Segment(0, 40)])
    for name, collar, skip in (('der', 0, False), ('der_collar', 0.5, False), ('der_skip', 0, True)):
        d = DiarizationErrorRate(collar=collar, skip_overlap=skip)(annotation(ref), annotation(hyp), uem=uem, detailed=True)
        e[name] = {k: d[k] for k in ('total', 'missed detection', 'false alarm', 'confusion')}
    e['jer'] = JaccardErrorRate()(annotation(ref), annotation(hyp), uem=uem)
    e['jer_lowest'] = lowest_jer(annotation(ref).crop(uem), annotation(hyp).crop(uem))
    cases.append(dict(reference=ref, hypothesis=hyp, expected=e))
json.dump(dict(made_by='make_metric_vectors.py, meeteval 0.4.3, pyannote.metrics 4.2.0; synthetic conversations', cases=cases),
          open(os.path.join(os.path.dirname(__file__), 'metric-vectors.json'), 'w'), indent=1)
