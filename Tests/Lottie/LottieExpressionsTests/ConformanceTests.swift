import Testing

/// Expressions that are true in every engine of ECMAScript, by the part of the standard.
@Suite("The language follows ECMAScript")
struct ConformanceTests {
    @Test(
        "Texts and replacement patterns (ES2015 21.1.3, GetSubstitution)",
        arguments: [
            #"'aa'.replace('a','[$&]')==='[a]a'"#,
            #"'abc'.replace('b',"[$`|$'|$$|$1]")==='a[a|c|$|$1]c'"#,
            #"'abc'.replaceAll('','-')==='-a-b-c-'"#,
            #"'aXbX'.replaceAll('X','<$&>')==='a<X>b<X>'"#,
            #"'abc'.replace(/b/,"[$`|$'|$$]")==='a[a|c|$]c'"#,
            #"'a'.replace('a', function(m,i,s){return m+i+s})==='a0a'"#,
            #"String.prototype.trim.call('  x ')==='x'"#,
            #"'aaa'.lastIndexOf('a',1)===1"#,
            #"'a.b'.search('.')===0 && 'abc'.match('b').index===1 && 'aXbX'.match(/X/g).length===2"#,
            #"[..."a😀"].length===2 && 'a😀'.length===3"#,
            #"'abc'.substring(2,0)==='ab' && 'abc'.slice(-2)==='bc' && 'abc'.substr(-2,1)==='b' && 'abc'.slice(0,null)===''"#,
            #"'e\u0301'<'f' && 'Z'<'a' && '10'<'9'"#,
            #"'a-b-c'.split('-',2).join()==='a,b' && 'abc'.split('').length===3 && ''.split(',').length===1 && ''.split('').length===0"#,
            #"'abc'.charAt(5)==='' && isNaN('abc'.charCodeAt(5)) && 'abc'.indexOf('')===0 && 'abc'.lastIndexOf('')===3"#,
            #"'ß'.toUpperCase()==='SS' && 'İ'.length===1"#,
            #"[..."ab"].map((c,i)=>c+i).join()==='a0,b1' && Object.entries({a:1}).flat().join()==='a,1'"#,
            #"'abc'.padStart(5,'12')==='12abc' && 'abc'.padEnd(5)==='abc  ' && 'ab'.repeat(2)==='abab' && 'abc'.endsWith('b',2) && 'abc'.startsWith('b',1)"#,
            #"/(?<y>\d+)-(?<m>\d+)/.exec('2020-05').groups.m==='05' && '2020-05'.replace(/(?<y>\d+)-(?<m>\d+)/,'$<m>/$<y>')==='05/2020'"#,
            #"'x'.replace(/(x)(y)?/,'[$1$2]')==='[x]' && 'abc'.replace(/b/g,m=>m.toUpperCase())==='aBc'"#,
        ])
    func texts(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Regular expressions (ES2015 21.2)",
        arguments: [
            #"/\u{1F600}/u.test('😀') && !/\u{1F600}/u.test('u{1F600}')"#,
            #"(()=>{try{new RegExp('\\p{Lu}','u')}catch(e){return e instanceof SyntaxError && e.message.includes('\\p')}})()"#,
            #"/^.$/u.test('😀') && /^[^a]$/u.test('😀') && /^😀+$/u.test('😀😀')"#,
            #"(()=>{const r=/a/g;r.test('aa');return r.lastIndex===1})()"#,
        ])
    func patterns(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Dates (ES2015 20.3)",
        arguments: [
            #"new Date(0).toDateString()==='Thu Jan 01 1970'"#,
            #"String(new Date(0))==='Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)'"#,
            #"new Date(0).toUTCString()==='Thu, 01 Jan 1970 00:00:00 GMT'"#,
            #"new Date(0).toLocaleString()==='1/1/1970, 12:00:00 AM'"#,
            #"(new Date(0)+'').slice(0,3)==='Thu' && new Date(5)-0===5"#,
            #"(()=>{const d=new Date(2020,0,31);d.setMonth(1);return d.getMonth()===2&&d.getDate()===2})()"#,
            #"new Date(2020,5).getTime()===Date.UTC(2020,5) && new Date('2020-01-01T00:00:00+01:00').getTime()===1577833200000"#,
        ])
    func dates(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Declarations: constants and names before their declaration (ES2015 8.1.1, 13.3)",
        arguments: [
            #"(()=>{const c=1;try{c=2}catch(e){return e instanceof TypeError && c===1}})()"#,
            #"(()=>{try{x;let x=1}catch(e){return e.name==='ReferenceError'}})()"#,
            #"(()=>{let f=()=>y;try{f()}catch(e){return e instanceof ReferenceError};let y=1})()"#,
            #"(()=>{let f=()=>y;let y=1;return f()===1})()"#,
            #"(()=>{try{typeof z;let z}catch(e){return e instanceof ReferenceError}})()"#,
            #"(()=>{function g(){return w}let w=4;return g()===4})()"#,
            #"(()=>{const o={a:1};o.a=2;return o.a===2})()"#,
            #"(()=>{let s=0;for(const v of [1,2])s+=v;return s===3})()"#,
            #"(()=>{try{for(const i=0;i<2;i++);}catch(e){return e instanceof TypeError}})()"#,
            #"(()=>{const [a,{b}]=[1,{b:2}];try{b++}catch(e){return b===2}})()"#,
            #"(()=>{const o={a:1};return delete o.a && !('a' in o)})()"#,
            #"(()=>{let a=1;{let f=()=>a;let r;try{r=f()}catch(e){r=e.name}return r===1}})()"#,
            #"(()=>{let a=1;{try{a}catch(e){return e.name==='ReferenceError'}let a=2}})()"#,
            #"(()=>{const k=5;try{eval('k=6')}catch(e){return k===5}})()"#,
        ])
    func declarations(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Prototypes and what they lend (ES2015 19.1.3, 19.2.3, 22.1.3)",
        arguments: [
            #"(function(){return Array.prototype.slice.call(arguments,1).join()})(1,2,3)==='2,3'"#,
            #"Object.prototype.hasOwnProperty.call({a:1},'a')"#,
            #"Array.prototype.concat.apply([],[[1],[2,3]]).length===3"#,
            #"Object.prototype.toString.call([])==='[object Array]'"#,
            #"Object.prototype.toString.call(null)==='[object Null]'"#,
            #"Object.prototype.toString.call(new Date())==='[object Date]'"#,
            #"Object.prototype.toString.call(/a/)==='[object RegExp]'"#,
            #"Object.prototype.toString.call(function(){})==='[object Function]'"#,
            #"Object.prototype.toString.call('')==='[object String]'"#,
            #"Array.prototype.map.call('abc', c=>c+c).join()==='aa,bb,cc'"#,
            #"Array.prototype.slice.call({length:2,0:'a',1:'b'}).join('')==='ab'"#,
            #"Function.prototype.apply.call(Math.max,null,[1,5])===5"#,
            #"Function.prototype.call.call(function(){return this.a},{a:3})===3"#,
            #"(()=>{try{Array.prototype.last=1}catch(e){return e instanceof TypeError}})()"#,
            #"(()=>{function F(){} F.prototype.x=1;let s='';for(let k in new F())s+=k;return s==='x'})()"#,
            #"Object.getPrototypeOf({})===Object.prototype && Object.getPrototypeOf([])===Array.prototype"#,
            #"typeof null==='object' && typeof (()=>1)==='function' && typeof class{}==='function' && typeof Math==='object' && typeof Array.prototype==='object'"#,
        ])
    func prototypes(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Objects, keys and protection (ES2015 9.1.12, 19.1.2)",
        arguments: [
            #"Object.keys({b:1,2:1,a:1,1:1}).join()==='1,2,b,a'"#,
            #"(()=>{let s='';for(let k in {b:1,10:1,9:1})s+=k;return s==='910b'})()"#,
            #"Object.entries({z:1,0:2})[0][0]==='0'"#,
            #"Object.keys({...{x:1,5:1}}).join()==='5,x'"#,
            #"(()=>{const o=Object.seal({a:1});o.a=2;try{delete o.a}catch(e){try{o.b=1}catch(e){return Object.isSealed(o)&&!Object.isFrozen(o)&&o.a===2}}})()"#,
            #"Object.hasOwn({a:1},'a') && !Object.hasOwn({},'toString')"#,
            #"Object.is(NaN,NaN) && !Object.is(0,-0)"#,
            #"Object.getOwnPropertyNames([1]).join()==='0,length'"#,
            #"'toString' in {} && 'length' in [] && 'map' in [] && !('x' in {})"#,
            #"({}).constructor===Object && [].constructor===Array && (5).constructor===Number && Number.name==='Number'"#,
            #"(()=>{const o={get a(){return 1}};try{o.a=2}catch(e){return e instanceof TypeError}})()"#,
            #"(()=>{let e=new Error('x');return String(e)==='Error: x'&&String(new Error())==='Error'&&Object.keys(e).length===0})()"#,
            #"(()=>{class A{} let n=0;for(let k in A)n++;return n===0 && new A().constructor===A})()"#,
            #"(()=>{class A{m(){} static s(){} static f=1}A.g=2;return Object.keys(A).join()==='f,g'})()"#,
            #"1/-0===-Infinity && Object.is(Math.round(-0.4),-0) && Math.round(2.5)===3 && Math.round(-2.5)===-2 && Math.max()===-Infinity"#,
            #"({valueOf(){return 3}})*2===6 && `${{toString(){return 'x'}}}`==='x'"#,
            #"(()=>{let c=0;const o={get x(){c++;return 1}};o.x;o.x;return c===2})()"#,
            #"(()=>{let log='';const o={get a(){log+='a';return 1},get b(){log+='b';return 2}};const {b,a}=o;return log==='ba'})()"#,
        ])
    func objects(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Lists (ES2015 22.1.3)",
        arguments: [
            #"[1].map(function(){return this.k},{k:7})[0]===7"#,
            #"[1].every(function(){return this.k===7},{k:7})"#,
            #"[1,2].filter(function(x){return x===this.k},{k:2})[0]===2"#,
            #"[1,2].find(function(x){return x===this.k},{k:2})===2"#,
            #"[1,2].findIndex(function(x){return x===this.k},{k:2})===1"#,
            #"[NaN].includes(NaN) && [NaN].indexOf(NaN)===-1"#,
            #"[1,2,1].indexOf(1,1)===2 && [1,2,1].lastIndexOf(1,-2)===0 && ![1,2].includes(1,1)"#,
            #"[1,10,9].sort().join()==='1,10,9' && [3,undefined,1].sort().join()==='1,3,'"#,
            #"[{k:1,v:'a'},{k:0,v:'b'},{k:1,v:'c'}].sort((a,b)=>a.k-b.k).map(x=>x.v).join('')==='bac'"#,
            #"[1,2,3,4,5].copyWithin(0,3).join()==='4,5,3,4,5'"#,
            #"[1,[2]].toString()==='1,2' && String(null)==='null' && [null,undefined,1].join()===',,1' && [1,2].join(null)==='1null2'"#,
            #"Array.from({length:3},(_, i)=>i*2).join()==='0,2,4' && Array.of(7).length===1"#,
            #"(()=>{var a=[];a[3]=1;return a.length===4&&a[0]===undefined})()"#,
            #"[3,1,2].sort().concat(4,[5,[6]]).length===6"#,
            #"[1,2,3].reduce((a,b)=>a+b)===6 && [[1],[2]].reduceRight((a,b)=>a.concat(b)).join()==='2,1'"#,
            #"[1,2,3].splice(1,1).join()==='2' && [1,2,3].fill(0,1).join()==='1,0,0'"#,
            #"[].every(x=>false) && ![].some(x=>true) && [].join()===''"#,
        ])
    func lists(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Numbers and mathematics (ES2015 20.1, 20.2, 7.1.12)",
        arguments: [
            #"(12345).toExponential(2)==='1.23e+4' && (0.00015).toExponential()==='1.5e-4' && (0).toExponential(1)==='0.0e+0' && (5).toExponential()==='5e+0'"#,
            #"Math.expm1(0)===0 && Math.log1p(0)===0 && Math.trunc(-1.5)===-1 && Math.sign(-3)===-1"#,
            #"(0.1).toString(2)==='0.0001100110011001100110011001100110011001100110011001101'"#,
            #"(0.5).toString(16)==='0.8' && (255.5).toString(36)==='73.i' && (-255).toString(2)==='-11111111'"#,
            #"parseFloat('Infinityx')===Infinity && parseInt('0x1f')===31 && parseInt('12px')===12 && isNaN(parseInt(''))"#,
            #"Number('')===0 && isNaN(Number('1_0')) && Number('0b11')===3 && Number(' 12 ')===12 && isNaN(Number('1 2'))"#,
            #"Number.POSITIVE_INFINITY===Infinity && Number.isSafeInteger(5) && !Number.isSafeInteger(2**53)"#,
            #"(1.005).toFixed(2)==='1.00' && (-1.5).toFixed(0)==='-2' && (1e21).toFixed(2)==='1e+21' && (0.000001).toString()==='0.000001' && 1e-7+''==='1e-7'"#,
            #"(123.456).toPrecision(4)==='123.5' && (0.00001).toPrecision(1)==='0.00001' && 1e21+''==='1e+21'"#,
            #"Math.imul(0xffffffff,5)===-5"#,
            #"Math.fround(5.5)===5.5"#,
            #"Math.clz32(1)===31"#,
            #"Math.cbrt(27)===3"#,
            #"Math.hypot(3,4)===5"#,
            #"(1234567.8925).toLocaleString()==='1,234,567.893'"#,
            #"(0.5).toLocaleString()==='0.5'"#,
            #"(-1234).toLocaleString()==='-1,234'"#,
            #"(-2)**2===4 && 2**-1===0.5"#,
            #"isNaN(undefined) && !isNaN(null) && isFinite('5') && !Number.isFinite('5')"#,
            #"0.1+0.2===0.30000000000000004 && 1/3+''==='0.3333333333333333' && 5e-324+''==='5e-324' && 1.7976931348623157e308+''==='1.7976931348623157e+308'"#,
            #"5%-3===2 && -5%3===-2 && 2**31|0===-2147483648 && (1<<31)===-2147483648 && -1>>>0===4294967295"#,
            #"null==0===false && ''==0 && '0'==false && [1]==1 && null==undefined && NaN!=NaN"#,
        ])
    func numbers(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Classes and functions (ES2015 14)",
        arguments: [
            #"(()=>{var a=1;function f({a}){return a}f({a:5});return a===1})()"#,
            #"(()=>{var a=1;const f=([a])=>a;f([5]);return a===1})()"#,
            #"(()=>{const a=1;const f=({a})=>a;return f({a:5})===5&&a===1})()"#,
            #"(()=>{let r=[];for(const [k,v] of Object.entries({a:1,b:2}))r.push(()=>k+v);return r.map(f=>f()).join()==='a1,b2'})()"#,
            #"(()=>{function f(x,{y=x}={}){return y}return f(3)===3})()"#,
            #"new Date() instanceof Date && /a/ instanceof RegExp && (function(){}) instanceof Function && [] instanceof Object && !('a' instanceof String)"#,
            #"(()=>{function f(a,b=a+1,c=b*2){return c}return f(1)===4})()"#,
            #"(()=>{function f(a,b=1,...c){} return f.length===1})()"#,
            #"(()=>{class A{static s(){return 's'} get g(){return 'g'} m(){return 'm'}} class B extends A{m(){return super.m()+'b'} static s(){return super.s?'x':'y'}} return new B().m()==='mb'&&new B().g==='g'})()"#,
            #"(()=>{const fs=[];for(let i=0;i<3;i++){fs.push(()=>i)}return fs.map(f=>f()).join()==='0,1,2'})()"#,
            #"(()=>{var f=function(){};return f.name==='f'})()"#,
            #"(()=>{class A{static a=1;static b=A.a+1} return A.b===2})()"#,
            #"(()=>{class A{m(){}}let n=0;for(let k in new A())n++;return n===0})()"#,
            #"(()=>{const o={f(){},g:()=>1};return o.f.name==='f'&&o.g.name==='g'})()"#,
            #"(()=>{const m='x';class A{static [m]=1}return A.x===1})()"#,
            #"(()=>{function f(){return arguments.length}return f(...[1,2],3)===3})()"#,
            #"(()=>{var x=1;{function g(){return x}}return g()===1})()"#,
            #"(()=>{const b=function(a){return this.k+a}.bind({k:1});return b(2)===3})()"#,
            #"(()=>{class P{constructor(){this.a=1}} class Q extends P{b=this.a+1} return new Q().b===2})()"#,
        ])
    func functions(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Errors (ES2015 19.5)",
        arguments: [
            #"new ReferenceError('x') instanceof Error && new URIError().name==='URIError' && !(new TypeError() instanceof RangeError)"#
        ])
    func errors(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "Statements and patterns (ES2015 12, 13)",
        arguments: [
            #"(()=>{a:{break a} return true})()"#,
            #"(()=>{let r='';a:{for(;;){r+='x';break}r+='y';break a;r+='z'} return r==='xy'})()"#,
            #"(()=>{let r=0;a:b:for(let i=0;i<3;i++){r++;if(i)break a;continue b}return r===2})()"#,
            #"(()=>{const {a=5,b:{c=6}={}}={};return a===5&&c===6})()"#,
            #"(()=>{try{return 1}finally{return 2}})()===2"#,
            #"(()=>{for(let i=0;;i++){try{continue}finally{if(i>2)break}}return true})()"#,
            #"(()=>{let r='';switch(3){default:r+='d';case 1:r+='1';break;case 2:r+='2'}return r==='d1'})()"#,
            #"void 0===undefined && typeof nothing==='undefined' && (1,2)===2"#,
            #"(()=>{var async=1;return async===1})()"#,
            #"(()=>{let s=0;for(let i=0,n=3;i<n;i++){let x=i;s+=x}return s===3})()"#,
            #"(()=>{let x=5;return eval('x+1')===6})()"#,
            #"(()=>{let x='a';x+='b';x??=1;return x==='ab'})()"#,
            #"(()=>{try{throw {a:1,b:[2]}}catch({a,b:[c]}){return a+c===3}})()"#,
            #"(()=>{let [a=1,b=a+1]=[undefined];return b===2})()"#,
            #"(()=>{let a=1,b=2;[a,b]=[b,a];return a===2&&b===1})()"#,
            #"(()=>{let s='';outer:for(const a of [1,2]){for(const b of [1,2]){if(b===2)continue outer;s+=a+''+b}}return s==='1121'})()"#,
            #"(()=>{let n=0;do n++;while(n<3);return n===3})()"#,
            #"(()=>{a:for(;;){for(;;){break a}}return true})()"#,
            #"(()=>{try{null.x}catch{return true}finally{}})()"#,
            #"(()=>{let i=0;const f=()=>i++;f();f();return i===2})()"#,
            #"(()=>{if(0);else return true})()"#,
        ])
    func statements(source: String) { #expect(evaluationResult(source) == "true") }

    @Test(
        "what is not part of the language is refused by its name",
        arguments: [
            ("async function f() {}", "asynchronous"), ("let f = async x => x", "asynchronous"),
            ("(async () => 1)()", "asynchronous"), ("await 5", "asynchronous"), ("({async f() {}})", "asynchronous"),
            ("class A { async f() {} }", "asynchronous"), ("-2 ** 2", "needs brackets"),
            ("new RegExp('\\\\p{Lu}', 'u')", "\\p{…}"), ("/[😀]/u", "U+FFFF"),
            ("Array.prototype.last = 1", "Array.prototype can't be changed"),
            ("Math.half = 1", "Math can't be changed"),
            ("(5).toLocaleString('de')", "toLocaleString takes no arguments"), ("const a = 1; a = 2", "constant a"),
            ("a; let a", "a is used before its declaration"), ("Object.preventExtensions({}).x = 1", "further members"),
            ("Object.seal({}).x = 1", "is sealed"),
        ])
    func otherFormsAreRefused(source: String, name: String) { #expect(evaluationResult(source).contains(name)) }

    @Test("the word async is a name where no function follows it")
    func asyncIsAName() { #expect(evaluationResult("var async = 2, await = 3; async * await") == "6") }
}
