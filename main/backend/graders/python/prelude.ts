import { CHECK } from './prelude-check.ts';

/**
 * The Python half of the sandbox, sent to the child as text so that the child needs to read no file of ours but itself.
 *
 * PRELOAD runs before the memory snapshot: imports only, so that a restored interpreter has the common modules ready.
 * PRELUDE runs in every child before any grader: it defines what the child calls and takes the bridge to JavaScript away.
 */
export const PRELOAD = String.raw`
import ast, base64, bisect, calendar, collections, collections.abc, copy, csv, dataclasses, datetime, decimal, difflib
import enum, fractions, functools, gc, hashlib, heapq, html, inspect, io, itertools, json, linecache, math, numbers
import operator, os, random, re, statistics, string, sys, textwrap, time, traceback, types, typing, unicodedata
import unittest.mock, urllib.parse, uuid, warnings, xml.etree.ElementTree
# Comes as marshalled code, which graders may not read.
import runpy
# With every allowed built-in loaded, nobody needs the functions that make modules from C code any more (see lock).
for name in sys.builtin_module_names:
    if not name.startswith(('_ctypes', '_posixsub', '_remote', '_test', '_xxtest', 'xxsub', '_pyodide')):
        __import__(name)
`;

export const PRELUDE = String.raw`
def _assay(seed_value):
    import asyncio, builtins, gc, inspect, json, linecache, os, random, sys, time, traceback, types

    FILE = 'grader.py'
    SHOWN = 120
    ModuleType, FunctionType, CodeType = types.ModuleType, types.FunctionType, types.CodeType
    MISSING = object()
    modules = sys.modules
    out, err = sys.stdout, sys.stderr
    # Bound here, so that a grader which replaces json.loads or random.seed does not replace ours.
    scan = json.JSONDecoder().scan_once
    encode = json.JSONEncoder().encode
    seed, generator = random.Random.seed, random._inst
    signature = inspect.signature
    loaded = {'code': None}

    # ---- what a grader changes in a module is put back after the grade -------------------------------------------

    undo = []
    # The environment of Emscripten's made-up user.
    environ, surroundings = os.environ, dict(os.environ)
    encoded = dict(os.environ._data)

    class WatchedModule(ModuleType):
        def __setattr__(self, name, value):
            # The import system sets submodules on their parents; those stay.
            if not isinstance(value, ModuleType):
                undo.append((self, name, self.__dict__.get(name, MISSING)))
            ModuleType.__setattr__(self, name, value)

        def __delattr__(self, name):
            undo.append((self, name, self.__dict__.get(name, MISSING)))
            ModuleType.__delattr__(self, name)

    watched = [0]

    def watch():
        watched[0] = len(modules)
        for module in list(modules.values()):
            if type(module) is ModuleType:
                module.__class__ = WatchedModule

    def put_back():
        while undo:
            module, name, value = undo.pop()
            if value is MISSING:
                module.__dict__.pop(name, None)
            else:
                module.__dict__[name] = value

    # ---- verdicts ------------------------------------------------------------------------------------------------

    def shorten(text):
        return text if len(text) <= SHOWN else text[:SHOWN] + '…'

    def type_name(value):
        kind = type(value)
        module = kind.__module__
        return kind.__qualname__ if module in ('builtins', 'grader') else f'{module}.{kind.__qualname__}'

    def shown(value):
        kind = type(value)
        if kind is str or kind is bytes:
            return shorten(repr(value[:SHOWN]))
        if kind in (list, tuple, dict, set, frozenset):
            return f'{len(value)} ' + ('key' if kind is dict else 'element') + ('' if len(value) == 1 else 's')
        if kind is complex or kind.__module__ in ('decimal', '_decimal', 'fractions') and kind.__qualname__ in ('Decimal', 'Fraction'):
            return shorten(repr(value))
        return None

    def describe(value):
        kind = type(value)
        if value is None:
            return {'is': 'failure', 'code': 'returned_none'}
        if kind is bool:
            return {'is': 'number', 'value': int(value), 'note': 'bool'}
        if issubclass(kind, int):
            value = int.__add__(value, 0)
            if -(2 ** 53) <= value <= 2 ** 53:
                return {'is': 'number', 'value': value, 'note': 'int'}
            return {'is': 'failure', 'code': 'out_of_range', 'type': 'int', 'shown': f'an integer of {value.bit_length()} bits'}
        if issubclass(kind, float):
            value = float.__add__(value, 0.0)
            if value != value:
                return {'is': 'failure', 'code': 'nan'}
            if value in (float('inf'), float('-inf')):
                return {'is': 'failure', 'code': 'infinite', 'shown': str(value)}
            return {'is': 'number', 'value': value, 'note': 'float_subclass', 'type': type_name(kind(0))}
        return {'is': 'failure', 'code': 'not_a_number', 'type': type_name(value), 'shown': shown(value)}

    def failure(error, code):
        # Frames of the grader only: ours say nothing to its author.
        tb = error.__traceback__
        while tb is not None and tb.tb_frame.f_code.co_filename != FILE:
            tb = tb.tb_next
        line, last = None, tb
        while last is not None:
            if last.tb_frame.f_code.co_filename == FILE:
                line = last.tb_lineno
            last = last.tb_next
        verdict = {'is': 'failure', 'code': code, 'type': type(error).__name__, 'line': line}
        if isinstance(error, SyntaxError) and error.filename == FILE:
            verdict['line'], verdict['message'] = error.lineno, error.msg
            return verdict
        if code == 'out_of_memory':
            return verdict
        try:
            verdict['message'] = str(error)[:1000]
        except BaseException:
            verdict['message'] = ''
        try:
            report = traceback.TracebackException(type(error), error, tb, limit=-20, compact=True)
            inner = report
            while inner is not None:
                inner.stack[:] = [frame for frame in inner.stack if frame.filename != '<exec>']
                inner = inner.__cause__ or inner.__context__
            text = ''.join(report.format())
            verdict['traceback'] = text if len(text) <= 8000 else text[:2000] + '\n  …\n' + text[-6000:]
        except BaseException:
            pass
        if isinstance(error, ImportError) and isinstance(error.name, str):
            verdict['module'] = error.name[:100]
        return verdict

    def code_of(error):
        if isinstance(error, MemoryError):
            return 'out_of_memory'
        if isinstance(error, KeyboardInterrupt):
            return 'interrupted'
        if isinstance(error, ModuleNotFoundError):
            return 'import_failed'
        if isinstance(error, SyntaxError) and error.filename == FILE:
            return 'syntax'
        return 'raised'

    def flush():
        try:
            out.flush()
            err.flush()
        except BaseException:
            pass

    # ---- grading -------------------------------------------------------------------------------------------------

    def load(source):
        loaded['code'] = None
        try:
            loaded['code'] = compile(source, FILE, 'exec', dont_inherit=True)
            loaded['problem'] = None
        except BaseException as error:
            loaded['problem'] = failure(error, code_of(error))
        linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)

    def wrong_shape(fn):
        if type(fn) is FunctionType:
            code = fn.__code__
            if code.co_flags & 0x80:
                return 'it is async; the grader needs a plain function'
            if code.co_argcount == 2 and not code.co_kwonlyargcount and not code.co_flags & 0x0C:
                return None
        if not callable(fn):
            return f'it is {type_name(fn)}, not a function'
        try:
            parameters = signature(fn).parameters
        except (ValueError, TypeError):
            return None
        if len(parameters) == 2 and all(p.kind in (0, 1) for p in parameters.values()):
            return None
        return f'it takes ({", ".join(str(p) for p in parameters.values())})'

    def run(payload):
        code = loaded['code']
        if code is None:
            return encode(loaded['problem'] or {'is': 'failure', 'code': 'missing_grade'})
        try:
            pair = scan(payload, 0)[0]
        except BaseException as error:
            return encode(failure(error, 'bad_input'))
        seed(generator, seed_value)
        generator.gauss_next = None
        # A module of its own for every grade: nothing a grade stores in globals, defaults or caches reaches the next.
        module = modules['grader'] = ModuleType('grader')
        namespace = module.__dict__
        namespace['__file__'] = FILE
        namespace['__builtins__'] = builtins
        value = problem = None
        try:
            exec(code, namespace)
            fn = namespace.get('grade', MISSING)
            if fn is MISSING:
                problem = {'is': 'failure', 'code': 'missing_grade'}
            else:
                shape = wrong_shape(fn)
                if shape is None:
                    value = fn(pair[0], pair[1])
                else:
                    problem = {'is': 'failure', 'code': 'wrong_signature', 'message': shape}
        except BaseException as error:
            problem = failure(error, code_of(error))
        if undo:
            put_back()
        if environ._data != encoded:
            environ.clear()
            environ.update(surroundings)
        if len(modules) != watched[0]:
            watch()
        flush()
        if problem is not None:
            return encode(problem)
        if type(value) is float:
            return value
        try:
            return encode(describe(value))
        except BaseException as error:
            return encode(failure(error, code_of(error)))

    # ---- taking the bridge away ----------------------------------------------------------------------------------

    BRIDGE = {'js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core'}
    CONVERTERS = {'JsFuncSignature', 'Py2JsConverter', 'Js2PyConverter'}
    # Raw memory, other processes, and CPython's own test hooks.
    HIDDEN = {'_ctypes', '_ctypes_test', '_posixsubprocess', '_remote_debugging', '_testbuffer', '_testcapi', '_testclinic',
              '_testclinic_limited', '_testinternalcapi', '_testlimitedcapi', '_xxtestfuzz', 'xxsubtype'}
    # Hand-made byte code and marshalled code can read and write raw memory; gc finds what no name leads to.
    NO_CODE = {'code.__new__', 'marshal.loads', 'marshal.load', 'gc.get_objects', 'gc.get_referrers', 'gc.get_referents'}
    NO_PROCESS = {'os.system', 'os.exec', 'os.fork', 'os.forkpty', 'os.posix_spawn', 'os.spawn', 'os.kill', 'os.killpg', 'subprocess.Popen', 'pty.spawn'}
    NO_NETWORK = {'socket.connect', 'socket.bind', 'socket.getaddrinfo', 'socket.gethostbyname', 'socket.gethostbyaddr',
                  'socket.getnameinfo', 'socket.sendto', 'socket.sendmsg', 'socket.getservbyname'}

    def audit(event, arguments):
        if event in NO_CODE:
            raise PermissionError(1, f'{event} is not available to graders')
        if event in NO_NETWORK:
            raise PermissionError(1, 'graders have no network')
        if event in NO_PROCESS:
            raise PermissionError(1, 'graders cannot start or signal processes')
        if event == 'import' and arguments[0].partition('.')[0] in BRIDGE:
            raise ModuleNotFoundError(f"No module named {arguments[0]!r}", name=arguments[0])

    # asyncio's own loops wait on sockets. This one has nothing to wait for but time.

    class NoSelector:
        def select(self, timeout):
            if timeout is None:
                raise RuntimeError('nothing left to wait for')
            if timeout > 0:
                time.sleep(timeout)
            return ()

        def close(self):
            pass

    class PlainLoop(asyncio.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = NoSelector()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    class PlainPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
        _loop_factory = PlainLoop

    def lock():
        import _imp
        webloop = modules['pyodide.webloop']
        asyncio.run, time.sleep = webloop._orig_run, webloop._orig_sleep
        asyncio.events._event_loop_policy = PlainPolicy()
        asyncio.events._set_running_loop(None)
        sys.builtin_module_names = tuple(n for n in sys.builtin_module_names if n not in HIDDEN and n not in BRIDGE)
        # Classes can always be found, by way of object.__subclasses__. One of the bridge's makes a JavaScript error, which leads on;
        # others come half made. Setting and deleting __new__ leaves a C class without one, so that it makes nothing.
        for kind in gc.get_objects():
            if isinstance(kind, type) and (kind.__module__.partition('.')[0] in BRIDGE or kind.__name__ in CONVERTERS):
                try:
                    kind.__new__ = audit
                    del kind.__new__
                except (TypeError, AttributeError):
                    pass
        for name in list(modules):
            root = name.partition('.')[0]
            if root in BRIDGE or root in HIDDEN or root == '__main__':
                module = modules.pop(name)
                if isinstance(module, ModuleType):
                    module.__dict__.clear()
        for name in ('create_builtin', 'create_dynamic', 'exec_dynamic'):
            delattr(_imp, name)
        modules['__main__'] = ModuleType('__main__')
        sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type) and finder.__module__.startswith('_frozen_importlib')]
        sys.path[:] = [entry for entry in sys.path if entry.endswith('.zip')]
        sys.dont_write_bytecode = True
        sys.excepthook = sys.__excepthook__
        # A copy of a module's dict that C code keeps for a second import of it.
        for thing in gc.get_objects():
            if type(thing) is dict and thing.get('__name__') in BRIDGE | HIDDEN:
                thing.clear()
        gc.collect()
        left = [o for o in gc.get_objects() if type(o).__name__ == 'JsProxy' or is_bridge(o)]
        watch()
        sys.addaudithook(audit)
        return encode([repr(o)[:200] for o in left])

    def is_bridge(thing):
        return isinstance(thing, types.BuiltinFunctionType) and (
            getattr(thing, '__module__', None) == '_pyodide_core' or thing.__name__ in ('create_builtin', 'create_dynamic'))

    return load, run, lock

# Built-ins of its own, so that a grader which replaces len does not replace ours.
import builtins, types
_assay = types.FunctionType(_assay.__code__, {'__builtins__': dict(vars(builtins)), '__name__': '_assay'})
${CHECK}
_assay_checker = types.FunctionType(_assay_checker.__code__, _assay.__globals__)
`;
